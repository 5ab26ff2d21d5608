import json

from tests.cli.conftest import Askwell


def test_a_key_is_shown_once(askwell: Askwell) -> None:
    made = askwell("keys", "create", "--user", "ann", "--tenant", "acme", "--name", "her laptop", "--scope", "ask")
    assert made.code == 0
    text = made.out.strip()
    assert text.startswith("askwell_")
    assert "not shown again" in made.err
    listed = askwell("keys", "list")
    assert text.split("_")[1] in listed.out
    assert text[26:] not in listed.out + listed.err
    for part in ("acme/ann", "ask", "her laptop", "active", "unused"):
        assert part in listed.out


def test_keys_are_created_listed_and_revoked_as_json(askwell: Askwell) -> None:
    assert "no keys yet" in askwell("keys", "list").err
    made = json.loads(askwell("keys", "create", "--user", "ann", "--days", "0", "--json").out)
    assert made["key"].split("_")[1] == made["id"]
    assert (made["tenant"], made["user"], made["scopes"]) == ("local", "ann", ["ask", "memory"])
    assert (made["state"], made["expires_at"]) == ("active", None)
    later = json.loads(askwell("keys", "create", "--user", "ben", "--json").out)
    assert later["expires_at"] > later["created_at"]
    assert "is revoked" in askwell("keys", "revoke", made["id"]).err
    listed = json.loads(askwell("keys", "list", "--json").out)["keys"]
    assert [(each["id"], each["state"]) for each in listed] == [(later["id"], "active"), (made["id"], "revoked")]
    assert all("key" not in each for each in listed)


def test_a_key_that_cannot_be_created_is_a_usage_error(askwell: Askwell) -> None:
    for arguments, code in (
        (["--user", "ann", "--scope", "everything"], "unknown_scope"),
        (["--user", "ann", "--tenant", "acme", "--scope", "admin"], "operator_scope"),
        (["--user", ""], "bad_name"),
    ):
        result = askwell("keys", "create", *arguments)
        assert (result.code, f"code: {code}" in result.err) == (2, True), result.err
    gone = askwell("keys", "revoke", "0" * 16)
    assert (gone.code, "code: key_not_found" in gone.err) == (4, True)
