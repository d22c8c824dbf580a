import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { getPool } from "#db/client.ts";
import { createKey } from "#lib/domain/keys/index.ts";
import { listRequests } from "#lib/domain/request-log/index.ts";
import { DAY_MS, dateFromMs, now, nowMs } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { ApiRequestWire, ApiRequestWithBodiesWire } from "#lib/wire/contract/requests.ts";
import { api } from "#test/api.ts";
import { askOwner } from "#test/as-owner.ts";
import { createUpcomingPartitions } from "#test/hook-rows.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { nodesOf, plansOf, scansOf } from "#test/plans.ts";
import { requestRow } from "#test/request-rows.ts";

type ErrorPart = { error?: { code: string; param?: string } };
type List = { data: ApiRequestWire[]; has_more: boolean; next_cursor: string | null };

let merchant: Merchant;
beforeEach(async () => {
  merchant = await createMerchant();
});

const call = <T>(method: string, path: string, body?: object, key = merchant.keys.test.secret) =>
  api().call<T & ErrorPart>(key, method, path, body, { "user-agent": "shop/1.4" });
const pathsOf = ({ data }: List) => data.map(({ path }) => path);

test("a request is listed with its outcome, and read with its bodies without card data", async () => {
  const card = { number: "4242424242424242", exp_month: 12, exp_year: 2040, cvc: "123" };
  await call("POST", "/v1/payment_methods", { type: "card", card });
  const declined = { amount: 500, currency: "EUR", method: "card" };
  const sent = {
    ...declined,
    payment_method: "pm_test_4000000000009995",
    metadata: { order: "7" },
  };
  const refused = await call("POST", "/v1/payments", sent);
  assert.equal(refused.status, 402);
  const { body } = await call<List>("GET", "/v1/requests?method=POST");
  assert.deepEqual(pathsOf(body), ["/v1/payments", "/v1/payment_methods"]);
  const [charge, tokenised] = body.data;
  const requestId = refused.headers.get("service-request-id");
  assert.deepEqual(
    [charge!.id, charge!.status, charge!.error_code, charge!.livemode],
    [requestId, 402, "card_declined", false],
  );
  assert.match(charge!.object_id ?? "", /^pay_/);
  const read = await call<ApiRequestWithBodiesWire>("GET", `/v1/requests/${charge!.id}`);
  assert.equal(read.body.operation, "create_payment");
  assert.equal(read.body.user_agent, "shop/1.4");
  assert.deepEqual(JSON.parse(read.body.request_body ?? "").metadata, { order: "7" });
  assert.match(read.body.response_body ?? "", /card_declined/);
  const secret = await call<ApiRequestWithBodiesWire>("GET", `/v1/requests/${tokenised!.id}`);
  assert.equal(secret.body.request_body, null, "it had card data");
  assert.ok(secret.body.request_bytes > 0);
});

test("requests are filtered by status, method, error, key and object", async () => {
  const about = "pay_01kcx3a7e9r5t8w2y4z6b0d1fg";
  const keyId = newId("key");
  const error = { status: 409, errorCode: "state_invalid", method: "DELETE", keyId };
  const wanted = await requestRow(merchant, { ...error, objectId: about, path: "/v1/wanted" });
  await requestRow(merchant);
  const filters = [
    "method=DELETE",
    "status=4xx",
    "error_code=state_invalid",
    `key=${keyId}`,
    `object=${about}`,
    `status=4xx&method=DELETE&key=${keyId}`,
  ];
  for (const filter of filters) {
    const { body, status, text } = await call<List>("GET", `/v1/requests?${filter}`);
    assert.equal(status, 200, text);
    assert.deepEqual(
      body.data.map(({ id }) => id),
      [wanted],
      filter,
    );
  }
  for (const [filter, param] of [
    ["status=402", "status"],
    ["method=get", "method"],
    ["starting_after=req_01kcx3a7e9r5t8w2y4z6b0d1fg", "starting_after"],
  ]) {
    const { status, body } = await call("GET", `/v1/requests?${filter}`);
    assert.deepEqual([status, body.error?.param], [400, param]);
  }
});

test("pages of requests leave out and repeat none, in both directions", async () => {
  const ids = [];
  for (let made = 0; made < 5; made++) ids.push(await requestRow(merchant));
  const newest = ids.reverse();
  const page = async (query: string) => {
    const { body } = await call<List>("GET", `/v1/requests?method=POST&limit=2${query}`);
    return { ids: body.data.map(({ id }) => id), ...body };
  };
  const first = await page("");
  const second = await page(`&starting_after=${first.next_cursor}`);
  const third = await page(`&starting_after=${second.next_cursor}`);
  assert.deepEqual([...first.ids, ...second.ids, ...third.ids], newest);
  assert.equal(third.has_more, false);
  assert.deepEqual((await page(`&ending_before=${second.ids[1]}`)).ids, newest.slice(1, 3));
});

test("a restricted key needs requests:read; other accounts, live mode and old requests are not shown", async () => {
  const own = await requestRow(merchant);
  await createUpcomingPartitions(32);
  const old = await requestRow(merchant, { createdAt: dateFromMs(nowMs() - 31 * DAY_MS) });
  const other = await createMerchant();
  const keyOf = async (...scopes: string[]) =>
    (await createKey(merchant.ctx.test, { kind: "secret", name: "Till", scopes })).plaintext;
  const without = await call("GET", "/v1/requests", undefined, await keyOf("payments:read"));
  assert.deepEqual([without.status, without.body.error?.code], [403, "key_scope"]);
  const allowed = await keyOf("requests:read");
  assert.equal((await call("GET", `/v1/requests/${own}`, undefined, allowed)).status, 200);
  const { publishable } = merchant.keys.test;
  assert.equal((await call("GET", "/v1/requests", undefined, publishable)).status, 403);
  for (const key of [other.keys.test.secret, merchant.keys.live.secret]) {
    const read = await call("GET", `/v1/requests/${own}`, undefined, key);
    assert.deepEqual([read.status, read.body.error?.code], [404, "resource_missing"]);
    const { body } = await call<List>("GET", "/v1/requests", undefined, key);
    assert.ok(!body.data.some(({ id }) => id === own));
  }
  assert.equal((await call("GET", `/v1/requests/${old}`)).status, 404);
  assert.equal((await api().call(null, "GET", "/v1/requests")).status, 401);
});

test("every filter reads an index of few days, however long the history is", async () => {
  const { account, ctx } = merchant;
  await getPool().query(
    `insert into api_requests (account_id, mode, id, key_id, route, method, path, status, answer, error_code,
            version, duration_ms, replayed, object_id, request_form, request_bytes, request_cut,
            response_bytes, response_cut, created_at)
     select $1, 'test', $2 || lpad(n::text, 14, '0'), 'key_' || n % 7, 'c', (array['GET', 'POST', 'DELETE'])[1 + n % 3],
            '/v1/x', 200, (array['2xx', '4xx', '5xx'])[1 + n % 3], case when n % 3 > 0 then 'code_' || n % 9 end,
            '2026-04-01', 5, false, 'pay_' || n, false, 0, false, 0, false, now()
       from generate_series(1, 5000) n`,
    [account.id, newId("req").slice(0, 14)],
  );
  await askOwner("analyze api_requests");
  const anchor = await requestRow(merchant);
  const cases = [
    [{}, /mode/],
    [{ answers: ["5xx"] }, /answer/],
    [{ methods: ["DELETE"] }, /method/],
    [{ errorCodes: ["code_4"] }, /error_code/],
    [{ keyId: "key_3" }, /key_id/],
    [{ objectId: "pay_17" }, /object_id/],
  ] as const;
  for (const [filter, column] of cases) {
    const plans = await plansOf(() => listRequests(ctx.test, filter, { limit: 25 }));
    const [page] = plans.filter(({ text }) => /^(\()?select "?id/i.test(text));
    assert.ok(page, JSON.stringify(filter));
    for (const scan of scansOf(page.root)) assert.match(scan["Index Cond"] ?? "none", column);
    const sorts = nodesOf(page.root).filter((node) => / ?Sort$/.test(node["Node Type"]));
    assert.deepEqual(sorts, [], JSON.stringify(filter));
  }
  const following = await plansOf(() =>
    listRequests(ctx.test, {}, { limit: 25, endingBefore: anchor }),
  );
  const read = new Set(
    following.flatMap(({ root }) => scansOf(root)).map((scan) => scan["Relation Name"]),
  );
  const today = `api_requests_${now().toISOString().slice(0, 10).replaceAll("-", "")}`;
  const earlier = [...read].filter((name) => name?.startsWith("api_requests_") && name < today);
  assert.deepEqual(earlier, [], "a poll with ending_before reads no earlier day");
});
