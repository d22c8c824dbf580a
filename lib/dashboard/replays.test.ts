import assert from "node:assert/strict";
import { test } from "node:test";
import { transact } from "#db/transact.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import { dateFromMs, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import { env } from "#lib/kernel/env.ts";
import { DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { dashboardApp } from "#test/dashboard-app.ts";
import { endpointRow } from "#test/hook-rows.ts";
import { createMerchant } from "#test/merchant.ts";
import { outage } from "#test/replay-rows.ts";

const hourAgo = () => dateFromMs(nowMs() - HOUR_MS).toISOString();

test("a range replay is previewed with count and sample, started, shown, paused and resumed", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const shop = await endpointRow(merchant);
  const rows = await outage(merchant, shop, 6);
  await outage(merchant, shop, 2, { type: "payout.failed" });
  const query = `from=${hourAgo()}&endpoint=${shop}&type=payment.*`;
  const { body: preview } = await visitor.get(`/test/replays/preview?${query}`);
  assert.deepEqual([preview.total, preview.byType], [6, [{ type: "payment.succeeded", total: 6 }]]);
  assert.equal(preview.sample[0].id, rows[0]!.id);
  assert.equal(preview.sample[0].endpoint.url, "https://hooks.merchant.example/paydesk");
  assert.ok(preview.estimatedSeconds > 0);
  assert.equal((await visitor.get("/test/replays")).body.total, 0, "a preview leaves nothing");

  const made = await visitor.post("/test/replays", { from: hourAgo(), types: ["payment.*"] });
  assert.equal(made.status, 201);
  const path = `/test/replays/${made.body.replayId}`;
  const { body: detail } = await visitor.get(path);
  assert.deepEqual([detail.status, detail.total, detail.causes], ["queued", 6, []]);
  assert.equal((await visitor.post(`${path}/pause`)).body.status, "paused");
  assert.equal((await visitor.post(`${path}/cancel`)).body.status, "canceled");
  const again = await visitor.post(`${path}/cancel`);
  assert.deepEqual([again.status, again.body.error.code], [409, "state_invalid"]);
  const csv = await dashboardApp.fetch(
    new Request(new URL(`/internal${path}/results.csv`, env.publicUrl), {
      headers: {
        cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
    }),
  );
  assert.match(csv.headers.get("Content-Disposition")!, /attachment; filename="rpl_\w+\.csv"/);
  assert.match(await csv.text(), /^delivery_id,.*\r\n/);
  const { body: list } = await visitor.get("/test/replays");
  assert.deepEqual([list.total, list.replays[0].id], [1, made.body.replayId]);

  const bad = await visitor.get(`/test/replays/preview?from=lately`);
  assert.deepEqual([bad.status, bad.body.error.param], [400, "from"]);
});

test("replays belong to one account, and only members who manage webhooks start, pause or cancel them", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const [visitor, stranger] = [await signedIn(merchant), await signedIn(other)];
  const shop = await endpointRow(merchant);
  await outage(merchant, shop, 3);
  const { body } = await visitor.post("/test/replays", { from: hourAgo() });
  for (const path of [`/test/replays/${body.replayId}`, `/live/replays/${body.replayId}`]) {
    const who = path.startsWith("/live") ? visitor : stranger;
    assert.equal((await who.get(path)).status, 404);
    assert.equal((await who.get(`${path}/results.csv`)).status, 404);
    assert.equal((await who.post(`${path}/cancel`)).status, 404);
  }
  await transact((tx) =>
    addMemberIn(tx, { accountId: merchant.account.id, userId: other.userId, role: "support" }),
  );
  await stranger.post("/session/account", { account: merchant.account.id });
  assert.equal((await stranger.get(`/test/replays/${body.replayId}`)).status, 200);
  for (const path of ["", `/${body.replayId}/pause`, `/${body.replayId}/cancel`]) {
    const refused = await stranger.post(`/test/replays${path}`, { from: hourAgo() });
    assert.equal(refused.body.error.code, "role_insufficient", path);
  }
  const anonymous = new DashboardVisitor();
  assert.equal((await anonymous.get("/test/replays")).status, 401);
});
