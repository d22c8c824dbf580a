// A short run of `npm run -s ops -- soak`: each fault once.
// Runs alone: it has its own database server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { soak } from "./faults/soak.ts";

test("with one fault after the other no acknowledged charge is lost or doubled, and each event is delivered", async (t) => {
  const { charges, verdict, struck } = await soak({
    ...{ seconds: 50, perSecond: 25, everySeconds: 5 },
    say: (line) => t.diagnostic(line),
  });
  t.diagnostic(JSON.stringify({ ...charges, ...verdict }));
  assert.deepEqual(verdict.problems, []);
  assert.deepEqual([verdict.lost, verdict.doubled, verdict.undelivered], [0, 0, 0]);
  assert.equal(charges.acknowledged, charges.offered);
  assert.ok(struck.length >= 9, `${struck.length} faults`);
});
