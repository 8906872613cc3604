"""Commits, trees and blobs as GraphQL tells them."""

from typing import Any

from tests.fakes.clock import iso
from tests.fakes.exchange import Exchange
from tests.fakes.git import Commit, Entry, Signature
from tests.fakes.graph import actors, pulls, verdicts
from tests.fakes.graph import repositories as repos
from tests.fakes.graph.connections import Node, connection
from tests.fakes.limits import TEXT_BYTES
from tests.fakes.repository import Repository

_EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"


def at_expression(call: Exchange, repo: Repository, expression: str) -> Node | None:
    """`HEAD`, `branch`, `sha`, `sha:path` or `sha:` (its whole tree); None where nothing is."""
    revision, colon, path = expression.partition(":")
    sha = _revision(repo, revision)
    if sha is None:
        return None
    if not colon:
        return by_oid(call, repo, sha)
    path = path.removeprefix("./").rstrip("/")
    start = repo.store.commits[sha].tree if sha in repo.store.commits else sha
    entry = entry_at(repo, start, path)
    return None if entry is None else by_oid(call, repo, entry.oid)


def by_oid(call: Exchange, repo: Repository, oid: str) -> Node | None:
    """The commit, tree or blob of that id, of any fork of the repository."""
    store = repo.store
    if oid in store.commits:
        return commit(call, repo, store.commits[oid])
    if oid in store.trees:
        return _tree(call, repo, oid)
    if oid in store.blobs:
        return _blob(call, repo, oid)
    return None


def entry_at(repo: Repository, tree: str, path: str) -> Entry | None:
    """What stands at a path of a tree; the tree itself for an empty path."""
    entry = Entry("040000", tree)
    for name in path.split("/") if path else []:
        inside = repo.store.trees.get(entry.oid, {}).get(name)
        if inside is None:
            return None
        entry = inside
    return entry


def commit(call: Exchange, repo: Repository, one: Commit) -> Node:
    """A commit; `file(path)` reads it, `history` walks it, `status` and `checkSuites` judge it."""

    def file(path: str) -> Node | None:
        found = entry_at(repo, one.tree, path)
        return None if found is None else _entry(call, repo, path, found)

    def history(**page: Any) -> Node:
        found = [repo.store.commits[sha] for sha in repo.store.ancestors(one.sha)]
        return connection("history", found, lambda each: commit(call, repo, each), page)

    def parents(**page: Any) -> Node:
        found = [repo.store.commits[sha] for sha in one.parents]
        return connection("parents", found, lambda each: commit(call, repo, each), page)

    def associated(**page: Any) -> Node:
        found = [p for p in repo.pulls if one.sha in {p.merge_sha, p.head_sha} or _part(p, one.sha)]
        return connection("associatedPullRequests", found, lambda p: pulls.pull(call, p), page)

    return {
        **_object(call, repo, "Commit", one.sha),
        "tree": lambda: _tree(call, repo, one.tree),
        "file": file,
        "history": history,
        "parents": parents,
        "authors": lambda **page: connection(
            "authors", [one.author], lambda w: _git(call, w), page
        ),
        "author": _git(call, one.author),
        "committer": _git(call, one.committer),
        "authoredDate": iso(one.author.date),
        "committedDate": iso(one.committer.date),
        "message": one.message,
        "messageHeadline": one.message.partition("\n")[0],
        "url": f"{call.web}/{repo.full_name}/commit/{one.sha}",
        "changedFilesIfAvailable": None,
        "associatedPullRequests": associated,
        **verdicts.of_commit(call, repo, one.sha),
    }


def _part(pull: Any, sha: str) -> bool:
    return any(one.sha == sha for one in pull.commits())


def _git(call: Exchange, who: Signature) -> Node:
    return {
        "name": who.name,
        "email": who.email,
        "date": iso(who.date),
        "user": lambda: actors.actor(call, who.account),
        "avatarUrl": lambda **_: f"{call.web}/avatars/0",
    }


def _tree(call: Exchange, repo: Repository, oid: str) -> Node:
    return {
        **_object(call, repo, "Tree", oid),
        "entries": lambda: [
            _entry(call, repo, name, entry) for name, entry in repo.store.trees[oid].items()
        ],
    }


def _entry(call: Exchange, repo: Repository, path: str, entry: Entry) -> Node:
    content = repo.store.blobs.get(entry.oid, b"")
    name = path.rpartition("/")[2]
    return {
        "mode": int(entry.mode, 8),
        "name": name,
        "path": path,
        "oid": entry.oid,
        "type": entry.kind,
        "size": len(content),
        "extension": "." + name.rpartition(".")[2] if "." in name else "",
        "isGenerated": False,
        "object": lambda: by_oid(call, repo, entry.oid),
    }


def _blob(call: Exchange, repo: Repository, oid: str) -> Node:
    content = repo.store.blobs[oid]
    binary = b"\0" in content[:8000]
    text = None if binary else _text(content)
    return {
        **_object(call, repo, "Blob", oid),
        "byteSize": len(content),
        "isBinary": binary,
        "isTruncated": len(content) > TEXT_BYTES,
        "text": text,
    }


def _text(content: bytes) -> str:
    """The first 512,000 bytes; what is not UTF-8 is guessed, as GitHub does."""
    try:
        content.decode()
    except UnicodeDecodeError:
        return content[:TEXT_BYTES].decode("latin-1")
    return content[:TEXT_BYTES].decode(errors="ignore")


def _object(call: Exchange, repo: Repository, kind: str, oid: str) -> Node:
    path = f"/{repo.full_name}/commit/{oid}"
    return {
        "__typename": kind,
        "id": f"{kind[0]}_{repo.id}_{oid}",
        "oid": oid,
        "abbreviatedOid": oid[:7],
        "commitUrl": call.web + path,
        "commitResourcePath": path,
        "repository": lambda: repos.repository(call, repo),
    }


def _revision(repo: Repository, text: str) -> str | None:
    name = repo.default_branch if text == "HEAD" else text
    for prefix in ("refs/heads/", "heads/", ""):
        if name.startswith(prefix) and name.removeprefix(prefix) in repo.refs:
            return repo.refs[name.removeprefix(prefix)]
    if text in repo.store.commits or text in repo.store.trees or text in repo.store.blobs:
        return text
    found = [sha for sha in repo.store.commits if sha.startswith(text)]
    return found[0] if len(found) == 1 and len(text) >= 7 else None
