import assert from "node:assert/strict";
import { test } from "node:test";
import type { TakenDelivery } from "#lib/domain/webhooks/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { ClaimedStatus } from "#lib/kernel/vocabulary/webhooks.ts";
import { createClaims } from "./claims.ts";
import { createEndpointLoad } from "./endpoint-load.ts";
import { LEASE_MS, LIMITS } from "./limits.ts";

function delivery(): TakenDelivery {
  const ids = { accountId: newId("acct"), eventId: newId("evt"), endpointId: newId("we") };
  const rest = { eventType: "payment.succeeded", attemptCount: 0, place: "(0,1)" };
  return { ...ids, ...rest, id: newId("dlv"), mode: "test" };
}

/** Claims of a queue that holds so many rows of each status. */
function queueOf(due: Record<ClaimedStatus, number>) {
  return createClaims({
    lease: async ({ status }) => ({
      leaseId: "lease",
      rows: Array.from({ length: due[status] }, delivery),
    }),
    leaseMs: LEASE_MS,
    limits: LIMITS,
    load: createEndpointLoad(LIMITS.perEndpoint),
    slots: () => LIMITS.inFlight,
    free: () => LIMITS.inFlight,
    isStopped: () => false,
    onLeased: () => {},
  });
}

test("an empty queue is quiet after its first look, one with first attempts or retries is not", async () => {
  for (const [pending, retrying, quiet] of [
    [0, 0, true],
    [1, 0, false],
    [0, 1, false],
  ] as const) {
    const claims = queueOf({ pending, retrying });
    await claims.round();
    assert.equal(claims.quiet, quiet, `${pending} pending, ${retrying} retrying`);
  }
});

test("a look for first attempts alone leaves the retries that were found last not quiet", async () => {
  const due = { pending: 0, retrying: 1 };
  const claims = queueOf(due);
  await claims.round();
  due.retrying = 0;
  await claims.round();
  assert.equal(claims.quiet, false);
});
