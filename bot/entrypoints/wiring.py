"""Where the environment becomes values: as whom to speak to GitHub, and the service's doors."""

import time
from collections.abc import Mapping
from pathlib import Path

from bot.errors import ConfigurationError
from bot.github.credentials import App, Credentials, Endpoint, Token
from bot.github.gateway import GitHub
from bot.github.vantage import Told
from bot.settings import SETTINGS_PATH


def github_from(env: Mapping[str, str], workspace: Path | None = None) -> GitHub:
    """GitHub as the environment says: address, credentials, account (SPEC 11).

    Raises:
        ConfigurationError: for a missing or impossible value, in one sentence.
    """
    return GitHub(
        Endpoint.of(env.get("GITHUB_API_URL"), env.get("GITHUB_GRAPHQL_URL")),
        credentials_from(env),
        time.time,
        told=Told(
            settings_path=env.get("BACKFILL_BOT_SETTINGS") or SETTINGS_PATH,
            account=env.get("BACKFILL_BOT_ACCOUNT") or None,
            workspace=workspace,
        ),
    )


def credentials_from(env: Mapping[str, str]) -> Credentials:
    """A token, or an App with its key; ConfigurationError where neither is whole."""
    token, app_id = env.get("BACKFILL_BOT_TOKEN"), env.get("BACKFILL_BOT_APP_ID")
    if app_id and token:
        raise ConfigurationError(
            "both BACKFILL_BOT_TOKEN and BACKFILL_BOT_APP_ID are set; say which one to act as"
        )
    if app_id:
        return App(app_id.strip(), _private_key(env))
    if token:
        return Token(token.strip())
    raise ConfigurationError(
        "no credentials: set BACKFILL_BOT_TOKEN, or BACKFILL_BOT_APP_ID with "
        "BACKFILL_BOT_PRIVATE_KEY or BACKFILL_BOT_PRIVATE_KEY_FILE"
    )


def _private_key(env: Mapping[str, str]) -> str:
    if key := env.get("BACKFILL_BOT_PRIVATE_KEY"):
        return key
    path = env.get("BACKFILL_BOT_PRIVATE_KEY_FILE")
    if not path:
        raise ConfigurationError(
            "BACKFILL_BOT_APP_ID is set, but neither BACKFILL_BOT_PRIVATE_KEY nor "
            "BACKFILL_BOT_PRIVATE_KEY_FILE"
        )
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise ConfigurationError(
            "the file that BACKFILL_BOT_PRIVATE_KEY_FILE names cannot be read"
        ) from None
