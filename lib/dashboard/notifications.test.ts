import assert from "node:assert/strict";
import { test } from "node:test";
import { db, schema } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { queueMailIn, sendDueMail } from "#lib/domain/mail/index.ts";
import { addMemberIn, createUserIn, hashPassword } from "#lib/domain/members/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { signedIn } from "#test/dashboard.ts";
import { createMerchant, type Merchant, TEST_PASSWORD } from "#test/merchant.ts";

const tell = ({ account }: Merchant, fact: string) =>
  transact((tx) =>
    queueMailIn(tx, {
      accountId: account.id,
      mode: "test",
      kind: "a_test",
      fact,
      content: { subject: `About ${fact}`, paragraphs: [`All of ${fact}.`] },
    }),
  );

test("owners read e-mails that were stored without a mail server; another account sees none", async () => {
  const [merchant, other] = await Promise.all([createMerchant(), createMerchant()]);
  await tell(merchant, "one");
  await tell(merchant, "two");
  while ((await sendDueMail(null)) > 0);
  const visitor = await signedIn(merchant);
  const { status, body } = await visitor.get("/notifications");
  assert.equal(status, 200);
  assert.equal(body.total, 2);
  assert.equal(body.hasMailServer, false);
  assert.deepEqual(
    body.notifications.map((each: { subject: string; status: string }) => [
      each.subject,
      each.status,
    ]),
    [
      ["About two", "kept"],
      ["About one", "kept"],
    ],
  );
  const { id } = body.notifications[0];
  const whole = await visitor.get(`/notifications/${id}`);
  assert.match(whole.body.text, /All of two\./);
  assert.equal(whole.body.recipient, merchant.email);
  assert.equal((await visitor.get("/notifications?status=sent")).body.total, 0);
  assert.equal((await visitor.get("/notifications?status=nonsense")).status, 400);

  const stranger = await signedIn(other);
  assert.equal((await stranger.get("/notifications")).body.total, 0);
  assert.equal((await stranger.get(`/notifications/${id}`)).status, 404);
});

test("only owners and admins read the owners' e-mails and get them", async () => {
  const merchant = await createMerchant();
  const passwordHash = await hashPassword(TEST_PASSWORD);
  for (const [role, allowed] of [
    ["admin", true],
    ["developer", false],
    ["support", false],
  ] as const) {
    const email = `${role}-${newId("usr")}@merchant.example`;
    await transact(async (tx) => {
      const user = await createUserIn(tx, { name: role, email, passwordHash });
      await addMemberIn(tx, { accountId: merchant.account.id, userId: user.id, role });
    });
    const visitor = await signedIn({ email, password: TEST_PASSWORD });
    assert.equal((await visitor.get("/notifications")).status, allowed ? 200 : 403, role);
  }
  assert.equal(await tell(merchant, "one"), 1, "one owner, one message");
  const rows = await db().select({ to: schema.mailMessages.recipient }).from(schema.mailMessages);
  assert.ok(rows.some(({ to }) => to === merchant.email));
  assert.ok(!rows.some(({ to }) => to.startsWith("admin-")));
});
