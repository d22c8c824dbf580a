import assert from "node:assert/strict";
import { test } from "node:test";
import { nowMs, useClock } from "./clock.ts";
import { noticeUnavailable, whyUnavailable, whyWritesFail } from "./database-trouble.ts";
import { publishedReadings } from "./readings.ts";

const coded = (code: string) => Object.assign(new Error("message"), { code });

test("an error of a database that may serve later is recognised, also inside another error", () => {
  for (const [error, why] of [
    [coded("53100"), "the database's disk is full"],
    [coded("53400"), "the database lacks resources"],
    [coded("25006"), "the database is read-only"],
    [coded("57P03"), "the database is restarting"],
    [coded("CIINF"), "the database moves accounts"],
    [coded("08006"), "the connection to the database failed"],
    [coded("ECONNREFUSED"), "the database does not answer"],
    [new Error("Connection terminated unexpectedly"), "the database does not answer"],
    [
      new Error("Failed query", { cause: coded("53300") }),
      "the database accepts no more connections",
    ],
  ] as const) {
    assert.equal(whyUnavailable(error), why);
  }
});

test("a lost node of a cluster is recognised by what Citus says, whatever its code", () => {
  for (const [code, message] of [
    [
      "08006",
      "connection to the remote node paydesk@10.0.0.2:5432 failed with the following error",
    ],
    ["XX000", "could not commit transaction for shard 102008 on at least one active node"],
    ["XX000", "failure on connection marked as essential: 10.0.0.2:5432"],
    ["08006", "could not establish any connections to the node 10.0.0.2:5432 after 5000 ms"],
    ["XX000", "could not connect to any active placements"],
    ["XX000", "server closed the connection unexpectedly"],
  ] as const) {
    const error = Object.assign(new Error(message), { code });
    assert.equal(
      whyUnavailable(new Error("Failed query", { cause: error })),
      "a node of the database does not answer",
    );
  }
  assert.equal(whyUnavailable(coded("XX000")), null);
});

test("faults of a statement and of the program are not the database's", () => {
  for (const error of [
    coded("23505"),
    coded("42P01"),
    coded("40001"),
    new TypeError("x"),
    "text",
  ]) {
    assert.equal(whyUnavailable(error), null);
  }
});

test("refused writes are remembered for 10 s, and failed connections are not", () => {
  const start = nowMs();
  let ms = start;
  const restore = useClock({ nowMs: () => ms });
  try {
    noticeUnavailable(coded("ECONNREFUSED"));
    assert.equal(whyWritesFail(), null);
    noticeUnavailable(coded("53100"));
    assert.equal(whyWritesFail(), "the database's disk is full");
    ms = start + 10_000;
    assert.equal(whyWritesFail(), null);
  } finally {
    restore();
  }
});

test("a read-only database is told by the figure of refused writes, and does not keep a process from being ready", async () => {
  const figure = publishedReadings().find(
    ({ name }) => name === "paydesk_database_writes_refused",
  )!;
  let ms = nowMs();
  const restore = useClock({ nowMs: () => ms });
  try {
    ms += 20_000;
    assert.equal(await figure.read(), 0);
    noticeUnavailable(coded("25006"));
    assert.equal(await figure.read(), 1);
    assert.equal(whyWritesFail(), null);
    ms += 10_000;
    assert.equal(await figure.read(), 0);
  } finally {
    restore();
  }
});
