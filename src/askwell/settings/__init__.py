"""Settings of the process, with the origin of each value.

Layers, from lowest to highest priority: built-in defaults, `askwell.toml` in the data folder, `askwell.toml` in the
working folder, `ASKWELL_*` environment variables, `--set` on the command line. The behaviour of an assistant is
configured in its YAML, not here.

All layers but the file of the working folder are the user's own. Anybody may have written that file, so most of its
values need consent, and the user's key is not sent to its addresses (docs/settings.md).
"""

from askwell.settings.layers import FILE, FILE_BYTES, Loaded, is_secret, load_settings, read_settings
from askwell.settings.schema import Destination, Settings

__all__ = [
    "FILE",
    "FILE_BYTES",
    "Destination",
    "Loaded",
    "Settings",
    "is_secret",
    "load_settings",
    "read_settings",
]
