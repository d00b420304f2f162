"""Variables that a pack, a setting or a helper never sets: each can make a program run what nobody named (L3, L4)."""

from __future__ import annotations

# where programs and libraries are looked for, and what shells and interpreters read before their program
REFUSED = frozenset(
    "PATH HOME TMPDIR PWD SHELL ENV BASH_ENV IFS CDPATH GLOBIGNORE SHELLOPTS BASHOPTS PROMPT_COMMAND PS4 FPATH ZDOTDIR "
    "PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONINSPECT PYTHONUSERBASE NODE_OPTIONS NODE_PATH PERL5LIB PERL5OPT PERLLIB "
    "PERL5DB RUBYLIB RUBYOPT LUA_INIT LUA_PATH LUA_CPATH JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS CLASSPATH "
    "GCONV_PATH LOCPATH NLSPATH MALLOC_CHECK_ GIT_SSH GIT_SSH_COMMAND GIT_EXTERNAL_DIFF GIT_EXEC_PATH GIT_ASKPASS "
    "GIT_PROXY_COMMAND GIT_TEMPLATE_DIR SSH_ASKPASS EDITOR VISUAL BROWSER PAGER MANPAGER LESSOPEN LESSCLOSE HGEDITOR "
    "MAKEFLAGS RIPGREP_CONFIG_PATH OPENSSL_CONF PYTHONBREAKPOINT PHPRC PHP_INI_SCAN_DIR ERL_AFLAGS "
    "GIT_CONFIG_PARAMETERS DOTNET_STARTUP_HOOKS OPENSSL_MODULES GTK_MODULES".split()
)
REFUSED_STARTS = ("LD_", "DYLD_", "BASH_FUNC_", "LUA_INIT_", "GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_")
REFUSED_ENDS = ("_EDITOR", "_BROWSER", "_ASKPASS", "_SSH", "_RSH", "_WRAPPER", "_OPTIONS", "_OPTS")


def refused(name: str) -> bool:
    """Whether a variable of this name is never set: by the list, or because it is no plain name at all."""
    plain = name.isascii() and name.replace("_", "a").isalnum() and not name[:1].isdigit()
    upper = name.upper()
    return not plain or upper in REFUSED or upper.startswith(REFUSED_STARTS) or upper.endswith(REFUSED_ENDS)
