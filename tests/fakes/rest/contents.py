"""Files, trees, blobs, refs, commits, comparisons."""

import base64
from typing import Any
from urllib.parse import quote

from tests.fakes import diff, limits
from tests.fakes.answers import Answer, Refused
from tests.fakes.exchange import Exchange
from tests.fakes.git import FOLDER, SUBMODULE, SYMLINK, Entry
from tests.fakes.rest import pieces
from tests.fakes.rest.routes import R, route
from tests.fakes.rest.statuses import resolve

READS = "contents:read"


@route("GET", R + "/contents/{path*}", READS)
@route("GET", R + "/contents", READS)
def get_contents(call: Exchange) -> Answer:
    """A file (base64 up to 1 MB), a folder's list, a link or a submodule."""
    repo, path = call.repo, call.params.get("path", "").strip("/")
    try:
        sha = resolve(repo, call.query.get("ref") or repo.default_branch)
    except Refused as error:
        raise Refused(404, f"No commit found for the ref {call.query.get('ref')}") from error
    found = dict(repo.store.walk(repo.store.commits[sha].tree))
    entry = found.get(path)
    if path and entry is None:
        raise Refused.not_found()
    if entry is None or entry.kind == "tree":
        inside = f"{path}/" if path else ""
        names = [one for one in found if one.startswith(inside) and "/" not in one[len(inside) :]]
        return Answer(200, [_listed(call, sha, one, found[one]) for one in names[:1000]])
    if entry.mode == SYMLINK:
        target = repo.store.blobs[entry.oid].decode()
        if target in found and found[target].kind == "blob":
            entry = found[target]
    return _file(call, sha, path, entry)


def _file(call: Exchange, sha: str, path: str, entry: Entry) -> Answer:
    shown = _listed(call, sha, path, entry)
    accept = call.headers.get("accept", "")
    if shown["type"] != "file":
        if shown["type"] == "symlink":
            shown["target"] = call.repo.store.blobs[entry.oid].decode()
        else:
            shown["submodule_git_url"] = "https://example.com/vendored.git"
        return Answer(200, shown)
    content = call.repo.store.blobs[entry.oid]
    if ".raw" in accept:
        return Answer(200, content, {"Content-Type": "application/vnd.github.raw; charset=utf-8"})
    small = len(content) <= limits.CONTENTS_BYTES
    if len(content) > limits.BLOB_BYTES:
        raise Refused(403, "This API returns blobs up to 100 MB in size.")
    text = base64.encodebytes(content).decode() if small else ""
    return Answer(200, {**shown, "content": text, "encoding": "base64" if small else "none"})


def _listed(call: Exchange, sha: str, path: str, entry: Entry) -> dict[str, Any]:
    repo = call.repo
    api, html = f"{call.api}/repos/{repo.full_name}", f"{call.web}/{repo.full_name}"
    kinds = {SYMLINK: "symlink", SUBMODULE: "submodule", FOLDER: "dir"}
    kind = kinds.get(entry.mode, "file")
    place = {"dir": "trees", "submodule": "trees"}.get(kind, "blobs")
    url = f"{api}/contents/{quote(path)}?ref={sha}"
    page = f"{html}/{'tree' if place == 'trees' else 'blob'}/{sha}/{quote(path)}"
    git = f"{api}/git/{place}/{entry.oid}"
    return {
        "name": path.rpartition("/")[2],
        "path": path,
        "sha": entry.oid,
        "size": len(repo.store.blobs[entry.oid]) if entry.kind == "blob" else 0,
        "url": url,
        "html_url": page,
        "git_url": git,
        "download_url": f"{html}/raw/{sha}/{quote(path)}" if kind in {"file", "symlink"} else None,
        "type": kind,
        "_links": {"self": url, "git": git, "html": page},
    }


@route("GET", R + "/git/trees/{tree*}", READS)
def get_tree(call: Exchange) -> Answer:
    """A tree by its id, a commit's or a branch; `recursive` with anything means all of it."""
    repo, wanted = call.repo, call.params["tree"]
    if wanted not in repo.store.trees:
        try:
            wanted = repo.store.commits[resolve(repo, wanted)].tree
        except Refused as error:
            raise Refused.not_found() from error
    deep = "recursive" in call.query
    entries = list(repo.store.walk(wanted)) if deep else list(repo.store.trees[wanted].items())
    api = f"{call.api}/repos/{repo.full_name}/git"
    listed: list[dict[str, Any]] = []
    for path, entry in entries:
        one: dict[str, Any] = {
            "path": path,
            "mode": entry.mode,
            "type": entry.kind,
            "sha": entry.oid,
        }
        if entry.kind == "blob":
            listed.append(
                {**one, "size": len(repo.store.blobs[entry.oid]), "url": f"{api}/blobs/{entry.oid}"}
            )
        else:
            listed.append(
                {**one, "url": f"{api}/trees/{entry.oid}"} if entry.kind == "tree" else one
            )
    cut = len(listed) > repo.tree_limit
    url = f"{api}/trees/{wanted}"
    return Answer(
        200, {"sha": wanted, "url": url, "tree": listed[: repo.tree_limit], "truncated": cut}
    )


@route("GET", R + "/git/blobs/{oid}", READS)
def get_blob(call: Exchange) -> Answer:
    """A blob of up to 100 MB."""
    repo, oid = call.repo, call.params["oid"]
    content = repo.store.blobs.get(oid)
    if content is None:
        raise Refused.not_found()
    if ".raw" in call.headers.get("accept", ""):
        return Answer(200, content, {"Content-Type": "application/vnd.github.raw; charset=utf-8"})
    return Answer(
        200,
        {
            "sha": oid,
            "node_id": f"B_{oid}",
            "size": len(content),
            "url": f"{call.api}/repos/{repo.full_name}/git/blobs/{oid}",
            "content": base64.encodebytes(content).decode(),
            "encoding": "base64",
        },
    )


@route("GET", R + "/git/commits/{sha}", READS)
def get_git_commit(call: Exchange) -> Answer:
    """A commit of the git database."""
    commit = call.repo.store.commits.get(call.params["sha"])
    if commit is None:
        raise Refused.not_found()
    return Answer(200, pieces.git_commit(call, call.repo, commit))


@route("GET", R + "/git/ref/{ref*}", READS)
def get_ref(call: Exchange) -> Answer:
    """One branch, as `heads/name`."""
    name = call.params["ref"].removeprefix("heads/")
    if name not in call.repo.refs:
        raise Refused.not_found()
    sha = call.repo.refs[name]
    api = f"{call.api}/repos/{call.repo.full_name}/git"
    return Answer(
        200,
        {
            "ref": f"refs/heads/{name}",
            "node_id": f"REF_{call.repo.id}_{name}",
            "url": f"{api}/refs/heads/{quote(name)}",
            "object": {"type": "commit", "sha": sha, "url": f"{api}/commits/{sha}"},
        },
    )


@route("GET", R + "/commits/{ref}", READS)
def get_commit(call: Exchange) -> Answer:
    """A commit with its changes against its first parent."""
    repo = call.repo
    commit = repo.store.commits[resolve(repo, call.params["ref"])]
    parent = repo.store.commits.get(commit.parents[0]) if commit.parents else None
    found = diff.changes(repo.store, parent, commit)
    sides = (parent.sha if parent else commit.sha, commit.sha)
    plus, minus = sum(one.additions for one in found), sum(one.deletions for one in found)
    return Answer(
        200,
        {
            **pieces.commit(call, repo, commit),
            "stats": {"additions": plus, "deletions": minus, "total": plus + minus},
            "files": [pieces.file(call, repo, one, sides) for one in found[: limits.LISTED_FILES]],
        },
    )


@route("GET", R + "/commits", READS)
def list_commits(call: Exchange) -> Answer:
    """The history of a branch, newest first."""
    repo = call.repo
    sha = resolve(repo, call.query.get("sha") or repo.default_branch)
    found = [repo.store.commits[one] for one in repo.store.ancestors(sha)]
    return call.page([pieces.commit(call, repo, one) for one in found])


@route("GET", R + "/compare/{basehead*}", READS)
def compare(call: Exchange) -> Answer:
    """Three-dot comparison: from the merge base to the head; at most 300 files."""
    repo = call.repo
    left, dots, right = call.params["basehead"].partition("...")
    if not dots:
        raise Refused.not_found()
    base = resolve(repo, left.rpartition(":")[2])
    head = resolve(repo, right.rpartition(":")[2])
    start = repo.store.merge_base(base, head)
    if start is None:
        raise Refused(404, f"No common ancestor between {left} and {right}.")
    ahead, behind = repo.store.between(base, head), repo.store.between(head, base)
    commits, store = repo.store.commits, repo.store
    found = diff.changes(store, commits[start], commits[head])
    state = {(False, False): "identical", (True, False): "ahead", (False, True): "behind"}
    api = f"{call.api}/repos/{repo.full_name}/compare/{base}...{head}"
    html = f"{call.web}/{repo.full_name}/compare/{base}...{head}"
    return Answer(
        200,
        {
            "url": api,
            "html_url": html,
            "permalink_url": html,
            "diff_url": f"{html}.diff",
            "patch_url": f"{html}.patch",
            "base_commit": pieces.commit(call, repo, commits[base]),
            "merge_base_commit": pieces.commit(call, repo, commits[start]),
            "status": state.get((bool(ahead), bool(behind)), "diverged"),
            "ahead_by": len(ahead),
            "behind_by": len(behind),
            "total_commits": len(ahead),
            "commits": [pieces.commit(call, repo, one) for one in ahead[:250]],
            "files": [pieces.file(call, repo, one, (start, head)) for one in found[:300]],
        },
    )
