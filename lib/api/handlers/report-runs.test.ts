import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { apiApp } from "#lib/api/app.ts";
import { createKey } from "#lib/domain/keys/index.ts";
import { makeNextFile } from "#lib/domain/reports/index.ts";
import type { ReportWire } from "#lib/wire/contract/reports.ts";
import { api } from "#test/api.ts";
import { entryRow } from "#test/entry-rows.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { takeCsv } from "#test/report-file.ts";

const client = api();
const never = new AbortController().signal;
const UNSETTLED = { type: "settlement", status: "unsettled" };

type Refused = { error: { code: string; param: string | null } };

const call = <T = ReportWire>(merchant: Merchant, method: string, path: string, body?: object) =>
  client.call<T>(merchant.keys.test.secret, method, `/v1/report_runs${path}`, body);

async function merchantWithRows(): Promise<Merchant> {
  const merchant = await createMerchant();
  for (let i = 0; i < 3; i++) await entryRow(merchant, { amount: 1_000n + BigInt(i) });
  return merchant;
}

async function makeAll(): Promise<void> {
  while (await makeNextFile(never));
}

function fileOf(merchant: Merchant, id: string): Promise<Response> {
  const request = new Request(`http://localhost/v1/report_runs/${id}?format=csv`, {
    headers: { Authorization: `Bearer ${merchant.keys.test.secret}` },
  });
  return Promise.resolve(apiApp.fetch(request));
}

/** The file at the address in `report.ready`. */
async function readAnnounced({ keys }: Merchant): Promise<ArrayBuffer> {
  const headers = { Authorization: `Bearer ${keys.test.secret}` };
  const get = async (path: string) =>
    await apiApp.fetch(new Request(`http://localhost${path}`, { headers }));
  const events = await (await get("/v1/events?type=report.ready")).json();
  const [event] = (events as { data: Array<{ data: ReportWire }> }).data;
  return await (await get(event!.data.url!)).arrayBuffer();
}

test("a prepared file equals the streamed report, and its headers have its row count and hash", async () => {
  const merchant = await merchantWithRows();
  const made = await call(merchant, "POST", "", { ...UNSETTLED, columns: "net,gross" });
  assert.deepEqual([made.status, made.body.status, made.body.sha256], [201, "running", null]);
  await makeAll();
  const { body } = await call(merchant, "GET", `/${made.body.id}`);
  assert.deepEqual([body.status, body.row_count], ["ready", 3]);
  const response = await fileOf(merchant, body.id);
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(made.body.url, null);
  assert.deepEqual(Buffer.from(await readAnnounced(merchant)), bytes);
  const query = "type=settlement&status=unsettled&columns=net,gross";
  assert.ok(bytes.equals((await takeCsv(merchant.keys.test.secret, query)).bytes));
  const hash = createHash("sha256").update(bytes);
  assert.equal(hash.copy().digest("hex"), body.sha256);
  assert.equal(response.headers.get("repr-digest"), `sha-256=:${hash.digest("base64")}:`);
  assert.equal(response.headers.get("service-row-count"), "3");
  assert.equal(response.headers.get("content-length"), String(bytes.length));
});

test("the list has prepared and streamed files, newest first, by status and type", async () => {
  const merchant = await merchantWithRows();
  const { body: first } = await call(merchant, "POST", "", UNSETTLED);
  await takeCsv(merchant.keys.test.secret, "type=declines");
  const idsOf = async (query: string) =>
    (await call<{ data: ReportWire[] }>(merchant, "GET", query)).body.data;
  const all = await idsOf("");
  assert.deepEqual([all.length, all.at(-1)?.id], [2, first.id]);
  assert.deepEqual(
    (await idsOf("?status=running")).map(({ id }) => id),
    [first.id],
  );
  assert.deepEqual(
    (await idsOf("?type=declines")).map(({ type }) => type),
    ["declines"],
  );
  assert.deepEqual((await idsOf(`?limit=1&starting_after=${all[0]!.id}`))[0]?.id, first.id);
  await makeAll();
});

test("a file that is not ready, was sent directly or was canceled is refused with the reason", async () => {
  const merchant = await merchantWithRows();
  const { body: run } = await call(merchant, "POST", "", UNSETTLED);
  const refusal = async (id: string) => {
    const response = await fileOf(merchant, id);
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    return [response.status, error.code, error.message];
  };
  assert.deepEqual(await refusal(run.id), [
    409,
    "state_invalid",
    "This file is still being prepared.",
  ]);
  const canceled = await call(merchant, "POST", `/${run.id}/cancel`);
  assert.deepEqual([canceled.status, canceled.body.status], [200, "canceled"]);
  assert.match(String((await refusal(run.id))[2]), /was canceled/);
  const again = await call<Refused>(merchant, "POST", `/${run.id}/cancel`);
  assert.deepEqual([again.status, again.body.error.code], [409, "state_invalid"]);
  await takeCsv(merchant.keys.test.secret, "type=declines");
  const { body: list } = await call<{ data: ReportWire[] }>(merchant, "GET", "?type=declines");
  assert.match(String((await refusal(list.data[0]!.id))[2]), /sent directly/);
});

test("an invalid report is refused by its parameter and records nothing", async () => {
  const merchant = await createMerchant();
  const cases: Array<[body: object, param: string]> = [
    [{}, "type"],
    [{ type: "settlement", from: "yesterday" }, "from"],
    [{ type: "settlement", from: "2026-04-02", to: "2026-04-01" }, "to"],
    [{ type: "settlement", timezone: "Mars/Base" }, "timezone"],
    [{ type: "settlement", columns: ["net", "secret"] }, "columns"],
    [{ type: "declines", settlement: ["stl_1"] }, "settlement"],
    [{ type: "settlement", limit: 5 }, "limit"],
  ];
  for (const [body, param] of cases) {
    const { status, body: answer } = await call<Refused>(merchant, "POST", "", body);
    assert.deepEqual([status, answer.error.param], [400, param], JSON.stringify(body));
  }
  const { body: list } = await call<{ data: ReportWire[] }>(merchant, "GET", "");
  assert.deepEqual(list.data, []);
});

test("a repeated request with the same key prepares one file", async () => {
  const merchant = await merchantWithRows();
  const headers = { "Idempotency-Key": "report-2026-04" };
  const send = () =>
    client.call<ReportWire>(
      merchant.keys.test.secret,
      "POST",
      "/v1/report_runs",
      UNSETTLED,
      headers,
    );
  const [first, second] = [await send(), await send()];
  assert.equal(first.body.id, second.body.id);
  const { body: list } = await call<{ data: ReportWire[] }>(merchant, "GET", "");
  assert.equal(list.data.length, 1);
  await makeAll();
});

test("another account, the other mode and a key without the scope get no file", async () => {
  const [merchant, other] = [await merchantWithRows(), await createMerchant()];
  const { body: run } = await call(merchant, "POST", "", UNSETTLED);
  await makeAll();
  const keys = [other.keys.test.secret, merchant.keys.live.secret];
  for (const key of keys) {
    for (const [method, path] of [
      ["GET", ""],
      ["GET", "?format=csv"],
      ["POST", "/cancel"],
    ] as const) {
      const { status } = await client.call(key, method, `/v1/report_runs/${run.id}${path}`);
      assert.equal(status, 404);
    }
  }
  const { plaintext: secret } = await createKey(merchant.ctx.test, {
    kind: "secret",
    name: "Reads only",
    scopes: ["reports:read"],
  });
  const read = await client.call(secret, "GET", `/v1/report_runs/${run.id}`);
  const write = await client.call(secret, "POST", "/v1/report_runs", UNSETTLED);
  const none = await client.call(null, "GET", `/v1/report_runs/${run.id}`);
  assert.deepEqual([read.status, write.status, none.status], [200, 403, 401]);
});
