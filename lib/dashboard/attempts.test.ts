import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { newId } from "#lib/kernel/ids.ts";
import { type DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { createMerchant } from "#test/merchant.ts";
import { startReceiver } from "#test/receiver.ts";

type Made = { path: string; body: Record<string, unknown>; secret?: "secret" | "url" };

/** The same request twice, as after a lost reply: both replies are the same. Returns the reply. */
async function sendTwice(owner: DashboardVisitor, { path, body }: Made) {
  const params = { ...body, attempt: randomUUID() };
  const first = await owner.post(path, params);
  assert.equal(first.status, 201, JSON.stringify(first.body));
  const second = await owner.post(path, params);
  assert.equal(second.status, 200, JSON.stringify(second.body));
  assert.deepEqual(second.body, first.body);
  return first.body;
}

test("what is created or rotated again after a lost reply happens once, and its secret is stored encrypted", async () => {
  const receiver = await startReceiver();
  try {
    const merchant = await createMerchant();
    const owner = await signedIn(merchant);
    const count = async () => {
      const found = await getPool().query(
        "select count(*)::int as n from audit_entries where account_id = $1",
        [merchant.account.id],
      );
      return found.rows[0].n as number;
    };
    const rule = { kind: "payout_returned", params: {}, active: true, mail: false, channel: null };
    const { url } = receiver;
    const makes: Made[] = [
      { path: "/test/keys", body: { kind: "secret", name: "Till" }, secret: "secret" },
      { path: "/test/endpoints", body: { url, events: ["*"] }, secret: "secret" },
      { path: "/test/alert-rules", body: { ...rule, roles: ["owner"], members: [] } },
      { path: "/test/alert-channels", body: { name: "Payments", url } },
      {
        path: "/test/report-schedules",
        body: { interval: "daily", mailMe: false, report: { type: "settlement" } },
      },
      {
        path: "/team/invitations",
        body: { email: `${newId("usr").slice(4)}@shop.example`, role: "support" },
        secret: "url",
      },
    ];
    const secrets: string[] = [];
    const once = async (make: Made) => {
      const before = await count();
      const body = await sendTwice(owner, make);
      assert.equal(await count(), before + 1, make.path);
      if (make.secret) secrets.push(body[make.secret]);
      return body;
    };
    const [key, endpoint] = [await once(makes[0]!), await once(makes[1]!)];
    for (const make of makes.slice(2)) await once(make);
    await once({ path: `/test/keys/${key.key.id}/rotate`, body: {}, secret: "secret" });
    await once({
      path: `/test/endpoints/${endpoint.endpoint.id}/rotate`,
      body: { overlapHours: 24 },
      secret: "secret",
    });
    assert.equal(new Set(secrets).size, 5);
    const { rows } = await getPool().query("select k::text as row from idempotency_keys k");
    const stored = rows.map(({ row }) => row).join("\n");
    for (const secret of secrets) assert.ok(!stored.includes(secret.replace(/^.*#/, "")));
  } finally {
    await receiver.stop();
  }
});
