"""The reference runtime that every pack carries: standard library only, and it imports nothing but itself.

It stands as `hcp_author.runtime` here and as `bin/hcp_runtime` in a pack, byte for byte the same.
"""
