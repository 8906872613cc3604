"""Everything here holds on SQLite and on PostgreSQL."""

import datetime as dt
import itertools
import threading

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from bot.domain.names import CommitSha
from bot.entrypoints.audit import records
from bot.entrypoints.intake import Intake
from bot.entrypoints.queue import TRIES, Backlog, Deliveries
from bot.entrypoints.storage import Delivery, store
from bot.entrypoints.subjects import GroupRef, print_subject, read_subject
from bot.entrypoints.tables import open_database
from tests.unit.entrypoints.conftest import Bench, pull


def test_a_delivery_leads_to_one_look_that_says_what_it_is_about(bench: Bench) -> None:
    bench.receive("d-1", reason="pull_request")
    (job,) = bench.queue.claim("w1", 5)
    assert (job.subject, job.delivery, job.reason, job.tries) == (pull(), "d-1", "pull_request", 1)


def test_a_redelivery_is_dropped_however_late_it_comes(bench: Bench) -> None:
    assert bench.receive("d-1")
    (job,) = bench.queue.claim("w1", 5)
    bench.queue.finish(job, again_at=None)
    assert not bench.receive("d-1")
    assert bench.queue.claim("w1", 5) == ()


def test_a_redelivery_within_one_transaction_is_dropped_as_well(bench: Bench) -> None:
    new = store(bench.engine, [Delivery("d-1", pull(), "push")] * 3, bench.clock)
    assert new == {"d-1"}
    assert bench.row()["wanted"] == 1


def test_ten_pushes_need_one_look(bench: Bench) -> None:
    for number in range(10):
        bench.receive(f"d-{number}")
    (job,) = bench.queue.claim("w1", 5)
    assert bench.queue.finish(job, again_at=None)
    assert bench.queue.claim("w1", 5) == ()


def test_an_event_that_comes_in_during_a_look_leads_to_another(bench: Bench) -> None:
    bench.receive("d-1")
    (job,) = bench.queue.claim("w1", 5)
    bench.receive("d-2")
    bench.queue.finish(job, again_at=None)
    (again,) = bench.queue.claim("w1", 5)
    assert again.delivery == "d-2"


def test_a_pull_request_is_looked_at_by_one_worker_at_a_time(bench: Bench) -> None:
    bench.receive("d-1")
    assert len(bench.queue.claim("w1", 5)) == 1
    bench.receive("d-2")
    assert bench.queue.claim("w1", 5) == ()
    assert bench.queue.claim("w2", 5) == ()


def test_two_workers_that_claim_at_once_never_share_a_pull_request(bench: Bench) -> None:
    for number in range(40):
        bench.receive(f"d-{number}", pull(number))
    taken: list[str] = []

    def claim(owner: str) -> None:
        while jobs := bench.queue.claim(owner, 3):
            taken.extend(str(job.subject) for job in jobs)

    threads = [threading.Thread(target=claim, args=(f"w{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(taken) == sorted(str(pull(number)) for number in range(40))


def test_the_longest_waiting_comes_first(bench: Bench) -> None:
    for number in (3, 1, 2):
        bench.receive(f"d-{number}", pull(number))
        bench.now += 1
    assert [str(job.subject)[-1] for job in bench.queue.claim("w1", 2)] == ["3", "1"]


def test_the_work_of_a_worker_that_says_nothing_for_a_lease_goes_to_another(bench: Bench) -> None:
    bench.receive("d-1")
    (lost,) = bench.queue.claim("dead", 5)
    bench.now += 29
    assert bench.queue.claim("w2", 5) == ()
    bench.now += 2
    (job,) = bench.queue.claim("w2", 5)
    assert (job.delivery, job.tries) == ("d-1", 2)
    assert not bench.queue.finish(lost, again_at=None), "who lost the lease changes nothing"
    assert bench.queue.finish(job, again_at=None)


def test_a_worker_that_says_it_lives_keeps_its_work_for_as_long_as_it_takes(bench: Bench) -> None:
    bench.receive("d-1")
    (job,) = bench.queue.claim("w1", 5)
    for _ in range(10):
        bench.now += 20
        bench.queue.renew("w1")
        assert bench.queue.claim("w2", 5) == ()
    assert bench.queue.finish(job, again_at=None)


def test_the_work_of_a_process_known_to_be_dead_is_due_at_once(bench: Bench) -> None:
    bench.receive("d-1")
    bench.queue.claim("dead", 5)
    assert bench.queue.bury("dead") == 1
    assert len(bench.queue.claim("w2", 5)) == 1


def test_work_left_by_an_older_version_is_done_by_a_newer_one(bench: Bench) -> None:
    bench.receive("d-1")
    bench.queue.claim("old", 5)
    bench.now += 31
    engine = open_database(bench.engine.url.render_as_string(hide_password=False))
    assert len(Deliveries(engine, bench.clock).claim("new", 5)) == 1
    engine.dispose()


def test_failed_looks_come_back_later_and_later_and_are_parked_in_the_end(bench: Bench) -> None:
    bench.receive("d-1")
    waits = []
    for number in range(1, TRIES + 1):
        (job,) = bench.queue.claim("w1", 5)
        assert bench.queue.fail(job, "GitHubUnreachable") == (number == TRIES)
        waits.append(bench.row()["not_before"] - bench.now)
        assert bench.queue.claim("w1", 5) == ()
        bench.now += 800
    assert all(later > sooner for sooner, later in itertools.pairwise(waits))
    assert bench.queue.claim("w1", 5) == ()
    assert bench.queue.backlog().parked == 1
    assert bench.row()["error"] == "GitHubUnreachable"


def test_a_new_event_brings_a_parked_pull_request_back(bench: Bench) -> None:
    bench.receive("d-1")
    for _ in range(TRIES):
        (job,) = bench.queue.claim("w1", 5)
        bench.queue.fail(job, "ValueError")
        bench.now += 800
    bench.receive("d-2")
    (job,) = bench.queue.claim("w1", 5)
    assert job.tries == 1


def test_a_rate_limit_rests_the_whole_account_and_is_no_failed_try(bench: Bench) -> None:
    bench.receive("d-1", pull(1))
    bench.receive("d-2", pull(2))
    bench.receive("d-3", pull(3, "other/repository"))
    first = bench.queue.claim("w1", 1)[0]
    bench.queue.rest(first, 60.0, "secondary rate limit")
    (other,) = bench.queue.claim("w1", 5)
    assert str(other.subject) == "other/repository#3"
    bench.queue.finish(other, again_at=None)
    bench.now += 61
    assert [job.tries for job in bench.queue.claim("w1", 5)] == [1, 1]


def test_what_is_handed_back_is_due_at_once_as_if_never_begun(bench: Bench) -> None:
    bench.receive("d-1")
    (job,) = bench.queue.claim("w1", 5)
    bench.queue.hand_back(job)
    (again,) = bench.queue.claim("w2", 5)
    assert again.tries == 1


def test_the_backlog_tells_how_much_waits_runs_and_is_parked(bench: Bench) -> None:
    bench.queue.renew("w1")
    for number in range(3):
        bench.receive(f"d-{number}", pull(number))
    bench.queue.claim("w1", 1)
    bench.now += 12
    assert bench.queue.backlog() == Backlog(
        waiting=2, running=1, parked=0, oldest_seconds=12.0, workers=1
    )


def test_an_audit_record_is_kept_once_and_in_order(bench: Bench) -> None:
    bench.receive("d-1")
    for at in (1, 2):
        (job,) = bench.queue.claim("w1", 1)
        bench.queue.finish(
            job, again_at=None, audit=[{"verdict": "ACCEPTED"}, {"verdict": f"HELP {at}"}]
        )
        bench.now += 1
        bench.receive(f"e-{at}")
    kept = [str(record["verdict"]) for record in records(bench.engine, "acme/pipelines#7")]
    assert sorted(kept[:2]) == ["ACCEPTED", "HELP 1"]
    assert kept[2:] == ["HELP 2"]
    assert list(records(bench.engine, "acme/pipelines#8")) == []


def test_many_threads_share_transactions_and_each_learns_about_its_own(bench: Bench) -> None:
    intake = Intake(bench.engine, bench.clock)
    answers: dict[int, bool] = {}

    def accept(number: int) -> None:
        answers[number] = intake.accept(Delivery(f"d-{number % 25}", pull(number % 5), "push"))

    threads = [threading.Thread(target=accept, args=(number,)) for number in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(answers.values()) == 25
    assert bench.queue.backlog().waiting == 5


@pytest.mark.parametrize("bench", ["postgresql"], indirect=True)
def test_a_lost_connection_loses_no_delivery(bench: Bench) -> None:
    intake = Intake(bench.engine)
    assert intake.accept(Delivery("d-1", pull(), "push"))
    with bench.engine.connect() as connection:
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> "
        mine = "pg_backend_pid() AND datname = current_database()"
        assert True in connection.execute(sa.text(others + mine)).scalars().all()
    assert intake.accept(Delivery("d-2", pull(), "push"))
    assert not intake.accept(Delivery("d-1", pull(), "push"))
    assert bench.row()["wanted"] == 2


FAILS_ONCE = """
    CREATE SEQUENCE tries;
    CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('tries') = 1 THEN
            RAISE EXCEPTION 'once' USING ERRCODE = '{code}';
        END IF;
        RETURN NEW;
    END $$;
    CREATE TRIGGER fail_once BEFORE INSERT ON backfill_pulls
        FOR EACH ROW EXECUTE FUNCTION fail_once()"""


@pytest.mark.parametrize("bench", ["postgresql"], indirect=True)
def test_a_deadlock_loses_no_delivery(bench: Bench) -> None:
    with bench.engine.begin() as connection:
        connection.exec_driver_sql(FAILS_ONCE.format(code="40P01"))
    assert Intake(bench.engine).accept(Delivery("d-1", pull(), "push"))
    assert bench.row()["wanted"] == 1


@pytest.mark.parametrize("bench", ["postgresql"], indirect=True)
def test_what_the_database_refuses_is_not_said_to_be_stored(bench: Bench) -> None:
    with bench.engine.begin() as connection:
        connection.exec_driver_sql(FAILS_ONCE.format(code="53100"))  # the disk is full
    intake = Intake(bench.engine)
    with pytest.raises(DBAPIError):
        intake.accept(Delivery("d-1", pull(), "push"))
    assert intake.accept(Delivery("d-1", pull(), "push"))


def test_names_are_compared_as_github_compares_them(bench: Bench) -> None:
    bench.receive("d-1", pull(7, "Acme/Pipelines"))
    bench.receive("d-2", pull(7, "acme/pipelines"))
    assert len(bench.queue.claim("w1", 5)) == 1


def test_a_merge_group_is_kept_apart_from_its_pull_request(bench: Bench) -> None:
    group = GroupRef(pull(), CommitSha("a" * 40), CommitSha("b" * 40))
    assert read_subject(print_subject(group)) == group
    bench.receive("d-1")
    bench.receive("d-2", group)
    assert {job.subject for job in bench.queue.claim("w1", 5)} == {pull(), group}


def test_postgresql_tells_the_time_for_all_hosts(bench: Bench) -> None:
    queue = Deliveries(bench.engine)
    queue.renew("w1")
    with bench.engine.connect() as connection:
        seen = connection.execute(sa.text("SELECT seen_at FROM backfill_workers")).scalar_one()
    assert abs(seen - dt.datetime.now(dt.UTC).timestamp()) < 5
