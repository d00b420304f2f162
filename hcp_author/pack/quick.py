"""Whether a value is right under the schemas, as lint holds files to them; written by quick_source.py."""

# fmt: off
# ruff: noqa
from __future__ import annotations

from hcp_author.pack.verdict import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NONE: Any = object()


def unique(v: list[Any]) -> bool:
    try:
        return len(set(v)) == len(v)
    except TypeError:
        return False


def _surface_binding_modes(v: Any) -> bool:
    if type(v) is not list:
        return False
    if not len(v) >= 1:
        return False
    for x in v:
        if not (type(x) is str and x in ('public', 'user', 'local', 'mothership', 'mock')):
            return False
    return unique(v)


def _surface_binding_probe(v: Any) -> bool:
    if type(v) is not list:
        return False
    if not len(v) >= 1:
        return False
    for x in v:
        if not (type(x) is str):
            return False
    return True


def _surface_binding_settings(v: Any) -> bool:
    if type(v) is not list:
        return False
    for x in v:
        if not (type(x) is str and pattern('^[A-Za-z_][A-Za-z0-9_]*$').search(x)):
            return False
    return unique(v)


def _surface_descriptor(v: Any) -> bool:
    if type(v) is not dict:
        return False
    left = len(v)
    x = v.get('name', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str and pattern('^[A-Za-z_][A-Za-z0-9_]*$').search(x)):
            return False
    else:
        return False
    x = v.get('fd', NONE)
    if x is not NONE:
        left -= 1
        if not ((type(x) is int or (type(x) is float and x.is_integer())) and x >= 3 and x <= 9):
            return False
    else:
        return False
    if left:
        return False
    return True


def _surface_binding_secrets(v: Any) -> bool:
    if type(v) is not list:
        return False
    for x in v:
        if not ((type(x) is str and pattern('^[A-Za-z_][A-Za-z0-9_]*$').search(x) or _surface_descriptor(x))):
            return False
    return unique(v)


def _surface_binding(v: Any) -> bool:
    if type(v) is not dict:
        return False
    left = len(v)
    x = v.get('default', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str and x in ('public', 'user', 'local', 'mothership', 'mock')):
            return False
    else:
        return False
    x = v.get('modes', NONE)
    if x is not NONE:
        left -= 1
        if not (_surface_binding_modes(x)):
            return False
    x = v.get('family', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str and len(x) >= 1 and len(x) <= 40):
            return False
    x = v.get('probe', NONE)
    if x is not NONE:
        left -= 1
        if not (_surface_binding_probe(x)):
            return False
    x = v.get('settings', NONE)
    if x is not NONE:
        left -= 1
        if not (_surface_binding_settings(x)):
            return False
    x = v.get('secrets', NONE)
    if x is not NONE:
        left -= 1
        if not (_surface_binding_secrets(x)):
            return False
    if left:
        return False
    return True


def _surface_wrap_paths(v: Any) -> bool:
    if type(v) is not list:
        return False
    for x in v:
        if not (type(x) is str and pattern('^/([^/\\u0000]+/)*[^/\\u0000]+$').search(x)):
            return False
    return unique(v)


def _surface_wrap(v: Any) -> bool:
    if type(v) is not dict:
        return False
    left = len(v)
    x = v.get('bin', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str and pattern('^[A-Za-z0-9_][A-Za-z0-9._+-]*$').search(x)):
            return False
    else:
        return False
    x = v.get('paths', NONE)
    if x is not NONE:
        left -= 1
        if not (_surface_wrap_paths(x)):
            return False
    else:
        return False
    if left:
        return False
    return True


def _surface_flag(v: Any) -> bool:
    if type(v) is not dict:
        return False
    left = len(v)
    x = v.get('flag', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str and pattern('^[-+/]{0,2}[^-\\s=][^\\s=]*=?$').search(x)):
            return False
    else:
        return False
    x = v.get('arg', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str and len(x) >= 1):
            return False
    else:
        return False
    if left:
        return False
    return True


def _surface_option(v: Any) -> bool:
    if type(v) is not dict:
        return False
    left = len(v)
    x = v.get('option', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str and pattern('^(-{0,2}[A-Za-z0-9][^\\s=]*=?|-[@?#])$').search(x)):
            return False
    else:
        return False
    x = v.get('arg', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str and len(x) >= 1):
            return False
    else:
        return False
    x = v.get('join', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str and x in ('=', 'space', 'none')):
            return False
    x = v.get('dash', NONE)
    if x is not NONE:
        left -= 1
        if not (x == 'ok'):
            return False
    x = v.get('at', NONE)
    if x is not NONE:
        left -= 1
        if not (x == 'file'):
            return False
    if left:
        return False
    return True


def _surface_positional(v: Any) -> bool:
    if type(v) is not dict:
        return False
    left = len(v)
    x = v.get('positional', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str and len(x) >= 1):
            return False
    else:
        return False
    x = v.get('prefix', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str and len(x) >= 1):
            return False
    x = v.get('each', NONE)
    if x is not NONE:
        left -= 1
        if not ((x is True or x is False)):
            return False
    x = v.get('dash', NONE)
    if x is not NONE:
        left -= 1
        if not (x == 'ok'):
            return False
    x = v.get('at', NONE)
    if x is not NONE:
        left -= 1
        if not (x == 'file'):
            return False
    if left:
        return False
    return True


def _surface_exec_argv(v: Any) -> bool:
    if type(v) is not list:
        return False
    for x in v:
        if not ((type(x) is str or _surface_flag(x) or _surface_option(x) or _surface_positional(x))):
            return False
    return True


def _surface_exec_env(v: Any) -> bool:
    if type(v) is not dict:
        return False
    for k in v:
        if not (type(k) is str and pattern('^[A-Za-z_][A-Za-z0-9_]*$').search(k)):
            return False
    for x in v.values():
        if not (type(x) is str):
            return False
    return True


def _surface_exec_ok_exit(v: Any) -> bool:
    if type(v) is not list:
        return False
    if not len(v) >= 1:
        return False
    for x in v:
        if not ((type(x) is int or (type(x) is float and x.is_integer())) and x >= 0 and x <= 255):
            return False
    return unique(v)


def _surface_exec(v: Any) -> bool:
    if type(v) is not dict:
        return False
    left = len(v)
    x = v.get('argv', NONE)
    if x is not NONE:
        left -= 1
        if not (_surface_exec_argv(x)):
            return False
    else:
        return False
    x = v.get('stdin', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str and len(x) >= 1):
            return False
    x = v.get('env', NONE)
    if x is not NONE:
        left -= 1
        if not (_surface_exec_env(x)):
            return False
    x = v.get('output', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str and x in ('json', 'jsonl', 'text', 'base64')):
            return False
    x = v.get('ok_exit', NONE)
    if x is not NONE:
        left -= 1
        if not (_surface_exec_ok_exit(x)):
            return False
    if left:
        return False
    return True


def _surface_connect(v: Any) -> bool:
    if type(v) is not dict:
        return False
    left = len(v)
    x = v.get('summary', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str and len(x) >= 1 and len(x) <= 200):
            return False
    x = v.get('exec', NONE)
    if x is not NONE:
        left -= 1
        if not (_surface_exec(x)):
            return False
    if left:
        return False
    return True


def _surface_verb_positionals(v: Any) -> bool:
    if type(v) is not list:
        return False
    for x in v:
        if not (type(x) is str and len(x) >= 1):
            return False
    return unique(v)


def _surface_verb(v: Any) -> bool:
    if type(v) is not dict:
        return False
    left = len(v)
    x = v.get('verb_key', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str):
            return False
    else:
        return False
    x = v.get('summary', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str and len(x) >= 1 and len(x) <= 200):
            return False
    x = v.get('positionals', NONE)
    if x is not NONE:
        left -= 1
        if not (_surface_verb_positionals(x)):
            return False
    x = v.get('args', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is dict):
            return False
    x = v.get('exec', NONE)
    if x is not NONE:
        left -= 1
        if not (_surface_exec(x)):
            return False
    x = v.get('builtin', NONE)
    if x is not NONE:
        left -= 1
        if not ((x is True or x is False)):
            return False
    if left:
        return False
    return True


def _surface_document_verbs(v: Any) -> bool:
    if type(v) is not list:
        return False
    for x in v:
        if not (_surface_verb(x)):
            return False
    return True


def _surface_trigger(v: Any) -> bool:
    if type(v) is not dict:
        return False
    left = len(v)
    x = v.get('ref', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str):
            return False
    else:
        return False
    if left:
        return False
    return True


def _surface_document_stimulustriggers(v: Any) -> bool:
    if type(v) is not list:
        return False
    for x in v:
        if not (_surface_trigger(x)):
            return False
    return True


def _surface_document(v: Any) -> bool:
    if type(v) is not dict:
        return False
    left = len(v)
    x = v.get('$schema', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str):
            return False
    x = v.get('hcp', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str and pattern('^1(\\.[0-9]+)?$').search(x)):
            return False
    x = v.get('pack_id', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str):
            return False
    else:
        return False
    x = v.get('kind', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str and x in ('channel', 'read_only', 'control', 'sense_only')):
            return False
    x = v.get('plane', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str and x in ('runtime', 'control')):
            return False
    x = v.get('summary', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str and len(x) >= 1 and len(x) <= 200):
            return False
    x = v.get('few', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str and len(x) >= 1 and len(x) <= 200):
            return False
    x = v.get('binding', NONE)
    if x is not NONE:
        left -= 1
        if not (_surface_binding(x)):
            return False
    else:
        return False
    x = v.get('wrap', NONE)
    if x is not NONE:
        left -= 1
        if not (_surface_wrap(x)):
            return False
    x = v.get('pass_through', NONE)
    if x is not NONE:
        left -= 1
        if not ((x is True or x is False)):
            return False
    x = v.get('connect', NONE)
    if x is not NONE:
        left -= 1
        if not (_surface_connect(x)):
            return False
    x = v.get('verbs', NONE)
    if x is not NONE:
        left -= 1
        if not (_surface_document_verbs(x)):
            return False
    x = v.get('stimulusTriggers', NONE)
    if x is not NONE:
        left -= 1
        if not (_surface_document_stimulustriggers(x)):
            return False
    x = v.get('transports', NONE)
    if x is not NONE:
        left -= 1
        if not ((type(x) is list or type(x) is dict)):
            return False
    if left:
        for k in v:
            if k not in ('$schema', 'hcp', 'pack_id', 'kind', 'plane', 'summary', 'few', 'binding', 'wrap', 'pass_through', 'connect', 'verbs', 'stimulusTriggers', 'transports') and not pattern('^x-').search(k):
                return False
    return True


def _policy_row_privacy(v: Any) -> bool:
    if type(v) is not dict:
        return False
    left = len(v)
    x = v.get('land', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str and x in ('personal', 'brain', 'local')):
            return False
    else:
        return False
    if left:
        return False
    return True


def _policy_row(v: Any) -> bool:
    if type(v) is not dict:
        return False
    left = len(v)
    x = v.get('operation', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str and x in ('read', 'write')):
            return False
    else:
        return False
    x = v.get('confirm', NONE)
    if x is not NONE:
        left -= 1
        if not ((x is True or x is False)):
            return False
    x = v.get('privacy', NONE)
    if x is not NONE:
        left -= 1
        if not (_policy_row_privacy(x)):
            return False
    else:
        return False
    if left:
        return False
    return True


def _policy_document_verbs(v: Any) -> bool:
    if type(v) is not dict:
        return False
    for x in v.values():
        if not (_policy_row(x)):
            return False
    return True


def _policy_document_stimuli(v: Any) -> bool:
    if type(v) is not dict:
        return False
    for x in v.values():
        if not (_policy_row(x)):
            return False
    return True


def _policy_document(v: Any) -> bool:
    if type(v) is not dict:
        return False
    left = len(v)
    x = v.get('$schema', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str):
            return False
    x = v.get('pack_id', NONE)
    if x is not NONE:
        left -= 1
        if not (type(x) is str and len(x) >= 1):
            return False
    else:
        return False
    x = v.get('verbs', NONE)
    if x is not NONE:
        left -= 1
        if not (_policy_document_verbs(x)):
            return False
    x = v.get('stimuli', NONE)
    if x is not NONE:
        left -= 1
        if not (_policy_document_stimuli(x)):
            return False
    if left:
        for k in v:
            if k not in ('$schema', 'pack_id', 'verbs', 'stimuli') and not pattern('^x-').search(k):
                return False
    return True


VALID = {
    "surface": _surface_document,
    "policy": _policy_document,
}
