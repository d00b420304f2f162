"""A pass-through pack and a proposal become named commands, all of it or nothing (L3)."""
