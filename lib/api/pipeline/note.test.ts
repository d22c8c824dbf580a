import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { authenticateKey } from "#lib/domain/keys/index.ts";
import { flushRequestLog } from "#lib/domain/request-log/index.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { createMerchant } from "#test/merchant.ts";
import { note } from "./note.ts";

const RATE = { limit: 100, remaining: 1, resetMs: 0, retryAfterMs: 0 };

test("refusals that no limit counts fill the log of an account up to 50 a second; the rest is a gap", async () => {
  const { account, keys } = await createMerchant();
  const bearer = (await authenticateKey(keys.test.publishable))!;
  const request = new Request("https://paydesk.example/v1/refunds", { method: "POST" });
  const answer = (status: number, allowed: boolean | null) =>
    note(
      {
        ...{ request, bearer, requestId: newId("req"), version: NEWEST_VERSION },
        ...{ startedMs: nowMs(), startedAt: performance.now() },
        rate: allowed === null ? null : { ...RATE, allowed },
      },
      new Response(null, { status }),
    );
  for (let n = 0; n < 60; n++) answer(403, null);
  for (let n = 0; n < 60; n++) answer(429, false);
  for (let n = 0; n < 60; n++) answer(400, true);
  answer(200, null);
  await flushRequestLog();
  const { rows } = await getPool().query(
    `select (select count(*)::int from api_requests where account_id = $1 and status in (403, 429)) as refused,
            (select count(*)::int from api_requests where account_id = $1 and status not in (403, 429)) as others,
            (select sum(requests)::int from api_request_gaps where account_id = $1) as missing`,
    [account.id],
  );
  assert.deepEqual(rows[0], { refused: 50, others: 61, missing: 70 });
});
