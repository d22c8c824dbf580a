import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { addMemberIn, codeOf, noteRefusals, stepAt } from "#lib/domain/members/index.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import { DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";

type Entry = {
  action: string;
  actor: { type: string; id: string };
  address: string | null;
  changes: { name: string; after: string | null }[];
};

/** Sign-in entries of the audit log, oldest first. */
async function told(visitor: DashboardVisitor): Promise<Entry[]> {
  while ((await noteRefusals()) > 0);
  const { body } = await visitor.get("/audit?about=sign_in&limit=100");
  return (body.entries as Entry[]).reverse();
}

const actionsOf = (entries: readonly Entry[]) => entries.map(({ action }) => action);

const guess = (visitor: DashboardVisitor, email: string, password = "not the password") =>
  visitor.post("/session", { email, password });

const enter = (visitor: DashboardVisitor, { email, password }: Merchant) =>
  guess(visitor, email, password);

async function mailTo({ email }: Merchant): Promise<string[]> {
  const { rows } = await getPool().query(
    "select subject from mail_messages where recipient = $1 and kind = 'new_device' order by id",
    [email],
  );
  return rows.map(({ subject }) => subject);
}

test("a sign-in is audited with its IP address, and a wrong password as of an unknown person", async () => {
  const merchant = await createMerchant();
  const stranger = new DashboardVisitor();
  await guess(stranger, merchant.email.toUpperCase());
  const visitor = await signedIn(merchant);
  const [refused, entered, ...others] = await told(visitor);
  assert.deepEqual(others, []);
  // A worker writes refusals to the log, here after the sign-in.
  const byAction = new Map([refused!, entered!].map((entry) => [entry.action, entry]));
  const wrong = byAction.get("sign_in.password_refused")!;
  assert.deepEqual(wrong.actor, { type: "system", id: "stranger", name: "stranger" });
  assert.equal(wrong.address, stranger.address);
  const right = byAction.get("sign_in.new_device")!;
  assert.deepEqual([right.actor.type, right.actor.id], ["member", merchant.userId]);
  assert.equal(right.address, visitor.address);
});

test("a thousand wrong passwords leave a few entries, and the owner can still sign in", async () => {
  const merchant = await createMerchant();
  const owner = await signedIn(merchant);
  const strangers = Array.from({ length: 20 }, () => new DashboardVisitor());
  const session = owner.cookies.get("paydesk_session")!;
  for (let n = 0; n < 50; n++) {
    await Promise.all(strangers.map((one) => guess(one, merchant.email, `guess ${n}`)));
  }
  assert.equal((await enter(owner, merchant)).status, 200, "from where they work");
  owner.cookies.set("paydesk_session", session);
  const entries = await told(owner);
  const stops = entries.filter(({ action }) => action === "sign_in.stopped");
  const refusals = entries.filter(({ action }) => action === "sign_in.password_refused");
  assert.equal(refusals.length, 20, "one for each address");
  assert.ok(stops.length >= 1 && stops.length <= 21, `${stops.length} stops`);
  assert.deepEqual(
    stops.map(({ changes }) => changes[0]!.after).filter((after) => after !== "10"),
    ["100"],
    "ten from one address, and one hundred from all of them",
  );
});

test("a sign-in with an unknown e-mail address stores nothing and runs the same SQL", async () => {
  const merchant = await createMerchant();
  const kept = async (email: string) => {
    const { rows } = await getPool().query(
      "select email, is_stop, attempts from auth_refusals where email = $1",
      [email],
    );
    return rows;
  };
  for (const email of [merchant.email, "nobody@nowhere.example"]) {
    await getPool().query("delete from auth_refusals where email = $1", [email]);
    // The loop of another worker does not run in this process.
    assert.equal((await guess(new DashboardVisitor(), email)).status, 401);
    assert.deepEqual(await kept(email), [{ email, is_stop: false, attempts: 1 }]);
  }
  while ((await noteRefusals()) > 0);
  assert.deepEqual(await kept("nobody@nowhere.example"), []);
});

test("two workers audit each refusal once, in every account of the person", async () => {
  const [merchant, second] = [await createMerchant(), await createMerchant()];
  const accountId = second.account.id;
  await transact((tx) => addMemberIn(tx, { accountId, userId: merchant.userId, role: "support" }));
  await guess(new DashboardVisitor(), merchant.email);
  await Promise.all([noteRefusals(), noteRefusals(), noteRefusals()]);
  for (const each of [merchant, second]) {
    const entries = await told(await signedIn(each));
    const refusals = actionsOf(entries).filter((action) => action.endsWith("_refused"));
    assert.deepEqual(refusals, ["sign_in.password_refused"]);
  }
});

test("a sign-in from a new browser sends an e-mail; the first and a known browser send none", async () => {
  const merchant = await createMerchant();
  const first = await signedIn(merchant);
  assert.deepEqual(await mailTo(merchant), []);
  await first.delete("/session");
  assert.equal((await enter(first, merchant)).status, 200);
  assert.deepEqual(await mailTo(merchant), []);
  const other = await signedIn(merchant);
  assert.deepEqual(await mailTo(merchant), ["Sign-in from a new device"]);
  assert.deepEqual(actionsOf(await told(other)), [
    "sign_in.new_device",
    "sign_in.signed_in",
    "sign_in.new_device",
  ]);
  const foreign = await createMerchant();
  other.cookies.delete("paydesk_session");
  assert.equal((await enter(other, foreign)).status, 200);
  assert.deepEqual(await mailTo(foreign), [], "another person's first");
});

test("wrong codes, the block after five and the successful sign-in are audited once each", async () => {
  const merchant = await createMerchant();
  const owner = await signedIn(merchant);
  const { secret } = (await owner.post("/security/second-factor")).body;
  const step = stepAt(nowMs());
  await owner.post("/security/second-factor/enable", { code: codeOf(secret, step) });
  const stranger = new DashboardVisitor();
  assert.equal((await enter(stranger, merchant)).body.awaitsSecondFactor, true);
  for (let n = 0; n < 8; n++) await stranger.post("/session/second-factor", { code: "000000" });
  assert.deepEqual(actionsOf(await told(owner)), [
    "sign_in.new_device",
    "sign_in.second_factor_enabled",
    "sign_in.code_refused",
    "sign_in.stopped",
  ]);
  assert.deepEqual(await mailTo(merchant), [], "a password alone is no sign-in");
  await getPool().query("delete from auth_sign_in_failures");
  const right = await stranger.post("/session/second-factor", { code: codeOf(secret, step + 1) });
  assert.equal(right.status, 200);
  const last = (await told(owner)).at(-1);
  assert.equal(last!.action, "sign_in.new_device");
  assert.deepEqual(await mailTo(merchant), ["Sign-in from a new device"]);
});
