// A short run of `npm run -s crash -- --regime webhooks`, and tests that its checks can fail.

import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import { outOfOrder, unexplained } from "./hooks-books.ts";
import type { JournalLine } from "./hooks-journal.ts";
import { runHooks } from "./run-hooks.ts";

test("with workers killed at every step, and the database too, no event is lost, repeats are explained and the history is complete", async (t) => {
  const seed = randomInt(2 ** 31);
  // The normal lease, longer than an attempt: with a shorter one, a worker delayed by a busy machine loses its
  // deliveries, which looks like a repeat without a kill.
  const options = { kills: 4, databaseEvery: 4, longestLife: 30 };
  const report = await runHooks({ ...options, seed });
  const { problems, ...figures } = report;
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(problems.slice(0, 20), [], `seed ${seed}`);
  const { postgres, ...steps } = report.kills;
  assert.deepEqual(steps, { claimed: 1, sent: 1, answered: 1, recorded: 1 });
  assert.equal(postgres, 1);
  assert.ok(report.events > 20, "under load");
});

test("the checks find a repeat without a kill, and first attempts out of order", () => {
  const claim = (worker: number, delivery: string): JournalLine => {
    return { what: "claimed", worker, delivery, endpoint: "we_1", number: 1 };
  };
  const killed: JournalLine = { what: "killed", worker: 1, step: "sent" };
  const [down, up] = [{ what: "database down" }, { what: "database up" }] as const;
  const first = claim(1, "dlv_1");
  const again = claim(2, "dlv_1");
  assert.equal(unexplained([first, again]).length, 1);
  assert.equal(unexplained([killed, down, up, first, again, killed]).length, 1);
  assert.deepEqual(unexplained([first, killed, again]), []);
  assert.deepEqual(unexplained([first, down, up, again]), []);
  assert.deepEqual(outOfOrder([first, claim(2, "dlv_2"), again]), []);
  assert.equal(outOfOrder([claim(2, "dlv_2"), first]).length, 1);
  const claiming: JournalLine = { what: "claiming", worker: 1 };
  const answered: JournalLine = { what: "answered", worker: 1 };
  const late = [claim(2, "dlv_2"), again];
  assert.deepEqual(outOfOrder([claiming, killed, ...late]), [], "its first claim died unheard");
  assert.equal(outOfOrder([claiming, answered, killed, ...late]).length, 1);
  const newer = claim(2, "dlv_2");
  assert.deepEqual(outOfOrder([claiming, newer, first]), [], "its claim was under way meanwhile");
  assert.equal(outOfOrder([newer, claiming, first]).length, 1);
});
