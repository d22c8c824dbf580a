import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { now } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import { askOwner } from "#test/as-owner.ts";
import { createMerchant } from "#test/merchant.ts";
import { nodesOf, plansOf, scansOf } from "#test/plans.ts";
import { browseRequests, requestsAbout } from "./browse-requests.ts";
import type { RequestFilter } from "./types.ts";

const PAGE = { after: null, before: null, limit: 50 };
const PAYMENT = "pay_01kcx3a7e9r5t8w2y4z6b0d1fg";

/** Enough rows that a full scan costs more than an index. */
async function manyRows() {
  const merchant = await createMerchant();
  await getPool().query(
    `insert into api_requests (account_id, mode, id, key_id, route, method, path, status, answer, error_code,
            version, duration_ms, idempotency_key, replayed, object_id, request_form, request_bytes,
            request_cut, response_bytes, response_cut, created_at)
     select $1, 'test', $2 || lpad(n::text, 14, '0'), 'key_' || n % 7, 'call_' || n % 40,
            (array['GET', 'POST', 'DELETE'])[1 + n % 3], '/v1/x', 200, (array['2xx', '4xx', '5xx'])[1 + n % 3],
            case when n % 3 > 0 then 'code_' || n % 9 end, '2026-0' || n % 5 || '-01', 5, 'order-' || n, false,
            'pay_' || n, false, 0, false, 0, false, now()
       from generate_series(1, 5000) n`,
    [merchant.account.id, newId("req").slice(0, 14)],
  );
  await askOwner("analyze api_requests");
  return merchant;
}

test("every filter of the request log reads an index in its order", async () => {
  const { ctx } = await manyRows();
  const cases: [RequestFilter, RegExp][] = [
    [{}, /mode/],
    [{ answers: ["5xx"] }, /answer/],
    [{ answers: ["4xx", "5xx"] }, /answer/],
    [{ methods: ["DELETE"] }, /method/],
    [{ routes: ["call_3"] }, /route/],
    [{ routes: ["call_3", "call_4"] }, /route/],
    [{ keyId: "key_3" }, /key_id/],
    [{ errorCodes: ["code_4"] }, /error_code/],
    [{ version: "2026-03-01" }, /version/],
    [{ search: "order-17" }, /idempotency_key/],
    [{ search: PAYMENT }, /object_id|idempotency_key/],
    [{ search: "req_01kcx3" }, /\bid\b/],
  ];
  for (const [filter, column] of cases) {
    const plans = await plansOf(() => browseRequests(ctx.test, filter, PAGE));
    const [page] = plans.filter(({ text }) => /^(\()?select "?id/i.test(text));
    assert.ok(page, `no page was read for ${JSON.stringify(filter)}`);
    const said = `${JSON.stringify(filter)}: ${JSON.stringify(page.root)}`;
    const scans = scansOf(page.root);
    assert.ok(scans.length > 0, said);
    for (const scan of scans) {
      assert.match(scan["Index Cond"] ?? "none", /account_id/, said);
      assert.match(scan["Index Cond"] ?? "none", column, said);
    }
    const sorts = nodesOf(page.root).filter((node) => / ?Sort$/.test(node["Node Type"]));
    assert.deepEqual(sorts, [], said);
  }
});

test("requests about an object are found by the index on the object id", async () => {
  const { ctx } = await manyRows();
  const plans = await plansOf(() => requestsAbout(ctx.test, [PAYMENT, "re_1"]));
  const today = `api_requests_${now().toISOString().slice(0, 10).replaceAll("-", "")}`;
  const scans = plans.flatMap(({ root }) => scansOf(root));
  // For an empty partition the planner may choose any index.
  const [scan, ...others] = scans.filter((one) => one["Relation Name"] === today);
  assert.match(scan?.["Index Cond"] ?? "none", /object_id/);
  assert.deepEqual(others, []);
});
