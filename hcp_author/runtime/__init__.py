"""The reference runtime that every pack carries: standard library only, and it imports nothing but itself.

It stands as `hcp_author.runtime` here and as `bin/hcp_runtime` in a pack, byte for byte the same. To read it, begin
with `gate.run`, and take the files in this order; the first part is one sitting, and says all that is ever allowed:

decides   gate entry session manifest args argv audit hub announce sink
runs      mock calls adapter children descriptors workspace variables output adapter_host adapter_api link places health
speaks    face words jsonface envelope strict whereis senseface emitter help view person passlog fault kinds locks
"""
