import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { HOUR_MS, MINUTE_MS } from "#lib/kernel/clock.ts";
import { type MailServer, startMailServer } from "#test/mail-server.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { type MovingClock, moveClock } from "#test/moving-clock.ts";
import { browseMail, createMailer, MAIL_RULES, queueMailIn, sendDueMail } from "./index.ts";
import type { MailContent, SendMail } from "./types.ts";

let clock: MovingClock;
let server: MailServer;
let merchant: Merchant;
let mailer: ReturnType<typeof createMailer>;

beforeEach(async () => {
  // Sending covers all merchants, so messages of earlier tests must not be queued.
  await getPool().query("update mail_messages set status = 'failed' where status = 'queued'");
  clock = moveClock();
  server = await startMailServer();
  mailer = createMailer(server.url, "Paydesk <no-reply@desk.example>");
  merchant = await createMerchant({ name: "Blue & Sons <b>" });
});
afterEach(async () => {
  clock.putBack();
  mailer.close();
  await server.stop();
});

const content: MailContent = {
  subject: "Something happened",
  paragraphs: ["It happened just now."],
  facts: [["Where", "here"]],
  action: { label: "Look", url: "https://desk.example/look?a=1&b=2" },
};

const queue = (fact: string, params: Partial<MailContent> = {}) =>
  transact((tx) =>
    queueMailIn(tx, {
      accountId: merchant.account.id,
      mode: "test",
      kind: "a_test",
      fact,
      content: { ...content, ...params },
    }),
  );

const kept = async () =>
  (
    await browseMail(
      { accountId: merchant.account.id },
      {},
      { after: null, before: null, limit: 50 },
    )
  ).rows;

/** A body as sent: quoted-printable breaks long lines. */
const unfolded = (data: string) => data.replace(/=\r\n/g, "").replaceAll("=3D", "=");

test("one fact is one e-mail, with any number of queueing calls and sending workers", async () => {
  const told = await Promise.all(Array.from({ length: 8 }, () => queue("the fact")));
  assert.equal(
    told.reduce((sum, n) => sum + n),
    1,
  );
  await Promise.all(Array.from({ length: 8 }, () => sendDueMail(mailer.send)));
  assert.equal(server.received.length, 1);
  assert.deepEqual(server.received[0]!.to, [merchant.email]);
  const text = unfolded(server.received[0]!.data);
  assert.match(text, /Subject: Something happened\r\n/);
  assert.match(text, /https:\/\/desk\.example\/look\?a=1&b=2/);
  assert.match(text, /Blue &amp; Sons &lt;b&gt;/, "the HTML form escapes what a merchant wrote");
  const [message] = await kept();
  assert.equal(message!.status, "sent");
  assert.equal(message!.attempts, 1);
  assert.equal(await queue("the fact"), 0, "not queued again after it was sent");
});

test("a message is not queued when its transaction rolls back", async () => {
  const failing = transact(async (tx) => {
    await queueMailIn(tx, {
      accountId: merchant.account.id,
      mode: null,
      kind: "a_test",
      fact: "undone",
      content,
    });
    throw new Error("undone");
  });
  await assert.rejects(failing, /undone/);
  assert.deepEqual(await kept(), []);
});

test("another worker sends a killed worker's messages once their leases end, not before", async () => {
  await queue("a");
  const dead: SendMail = () => new Promise(() => {});
  void sendDueMail(dead);
  while ((await leased()) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(await sendDueMail(mailer.send), 0);
  clock.advance(MAIL_RULES.leaseMs + 1);
  assert.equal(await sendDueMail(mailer.send), 1);
  assert.equal(server.received.length, 1);
});

async function leased(): Promise<number> {
  const { rows } = await getPool().query(
    "select count(*)::int as n from mail_messages where lease_id is not null",
  );
  return rows[0].n;
}

test("an e-mail whose acceptance was lost is sent again with the same Message-ID", async () => {
  await queue("a");
  server.behave("takes and hangs up");
  await sendDueMail(mailer.send);
  server.behave("takes");
  clock.advance(MAIL_RULES.spacingsMs[0]! + 1);
  await sendDueMail(mailer.send);
  const ids = server.received.map(({ data }) => /^Message-ID: (.*)$/im.exec(data)?.[1]);
  assert.equal(ids.length, 2);
  assert.equal(ids[0], ids[1]);
  assert.equal((await kept())[0]!.status, "sent");
});

test("sending to a busy server is retried at growing intervals and fails after the last", async () => {
  await queue("a");
  server.behave("busy");
  for (const spacing of MAIL_RULES.spacingsMs) {
    assert.equal(await sendDueMail(mailer.send), 1);
    clock.advance(spacing - 5_000);
    assert.equal(await sendDueMail(mailer.send), 0, "not before its time");
    clock.advance(5_001);
  }
  assert.equal(await sendDueMail(mailer.send), 1);
  const [message] = await kept();
  assert.equal(message!.status, "failed");
  assert.equal(message!.attempts, MAIL_RULES.spacingsMs.length + 1);
  assert.match(message!.lastError!, /451/);
});

test("sending to an unknown mailbox is not retried", async () => {
  await queue("a");
  server.behave("no mailbox");
  await sendDueMail(mailer.send);
  assert.equal((await kept())[0]!.status, "failed");
});

test("forty messages are sent in five e-mails without losing any", async () => {
  await queue("first");
  await sendDueMail(mailer.send);
  for (let i = 0; i < 40; i++) {
    await queue(`fact ${i}`, { subject: `Number ${i}.` });
    if (i % 10 === 9) await Promise.all([1, 2, 3].map(() => sendDueMail(mailer.send)));
  }
  assert.equal(server.received.length, MAIL_RULES.most);
  clock.advance(HOUR_MS + MINUTE_MS);
  await Promise.all([1, 2, 3].map(() => sendDueMail(mailer.send)));
  assert.equal(server.received.length, MAIL_RULES.most + 1);
  const all = server.received.map(({ data }) => unfolded(data)).join("\n");
  for (let i = 0; i < 40; i++) assert.ok(all.includes(`Number ${i}.`), `number ${i}`);
  assert.ok((await kept()).every(({ status }) => status === "sent"));
});

test("a merchant's text cannot start a header or another body", async () => {
  const evil = "Shop\r\nBcc: victim@example.com\r\n\r\nHello\u2028Cc: x";
  await queue("a", { subject: evil, facts: [["Address", evil]] });
  await sendDueMail(mailer.send);
  const [mail] = server.received;
  assert.deepEqual(mail!.to, [merchant.email]);
  const head = mail!.data.slice(0, mail!.data.indexOf("\r\n\r\n"));
  assert.doesNotMatch(head, /^(bcc|cc):/im);
});

test("without a mail server messages are kept, and a later mail server does not send them", async () => {
  await queue("a");
  assert.equal(await sendDueMail(null), 1);
  const [message] = await kept();
  assert.equal(message!.status, "kept");
  assert.match(message!.textBody, /It happened just now/);
  assert.equal(await sendDueMail(mailer.send), 0);
});
