// A short run of `npm run -s crash`, and tests that its checks can fail.

import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import type { Statement } from "#lib/rails/process/statement.ts";
import { chargeOf } from "#test/rail.ts";
import { doubleCharges } from "./books.ts";
import type { Order } from "./orders.ts";
import { runCrash } from "./run-crash.ts";

test("with web, worker, rail and database killed under load, every key has one charge, one payment and one outcome", async (t) => {
  const seed = randomInt(2 ** 31);
  const report = await runCrash({ regime: "all", kills: 8, seed, brief: true });
  const { problems, ...figures } = report;
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(problems, [], `seed ${seed}, logs in ${report.folder}`);
  assert.ok(report.kills.web >= 2 && report.kills.postgres >= 1, "processes were killed");
  assert.ok(report.orders >= 10 && report.charges >= 5, "under load");
});

test("the check of the rail's book alone finds a duplicate and a missing charge", () => {
  const { id, accountId, amountMinor, currency } = chargeOf("sbx_success_4242");
  const order: Order = {
    ...{ key: "order-1", accountId, amountMinor, currency },
    kind: "charge",
    paymentId: id,
  };
  const line = { kind: "charge", id, accountId, amountMinor, currency } as const;
  const statement = (lines: Statement["lines"]): Statement => {
    return { lines, totals: [], repeats: {}, asked: 0, conflicts: 0, untold: 0 };
  };
  assert.deepEqual(doubleCharges(statement([line]), [order]), []);
  const twice = [line, { ...line, id: chargeOf("x").id }];
  assert.equal(doubleCharges(statement(twice), [order]).length, 1);
  assert.equal(doubleCharges(statement([]), [order]).length, 1);
  assert.equal(doubleCharges(statement([line]), [{ ...order, kind: "decline" }]).length, 1);
});
