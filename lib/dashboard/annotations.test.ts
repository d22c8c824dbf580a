import assert from "node:assert/strict";
import { test } from "node:test";
import { transact } from "#db/transact.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import { MOST_TAGS } from "#lib/kernel/vocabulary/annotations.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import { signedIn } from "#test/dashboard.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { openTill } from "#test/money.ts";
import { customerRow, disputeRow, paymentRow } from "#test/money-rows.ts";
import { openPayer } from "#test/payouts.ts";

const attempt = () => crypto.randomUUID();

/** Someone who owns an account of their own is a member of this one, too. */
async function join(merchant: Merchant, role: Role): Promise<Merchant> {
  const colleague = await createMerchant();
  const { userId } = colleague;
  await transact((tx) => addMemberIn(tx, { accountId: merchant.account.id, userId, role }));
  return colleague;
}

async function colleague(merchant: Merchant, role: Role) {
  const who = await join(merchant, role);
  const visitor = await signedIn(who);
  await visitor.post("/session/account", { account: merchant.account.id });
  return { ...who, visitor };
}

async function open() {
  const merchant = await openTill();
  const [visitor, payment] = [await signedIn(merchant), await paymentRow(merchant)];
  const path = `/test/annotations/${payment}`;
  const read = async () => (await visitor.get(path)).body;
  const tag = (change: object, at = path) => visitor.post(`${at}/tags`, change);
  const write = (text: string, mentions: string[] = [], key = attempt()) =>
    visitor.post(`${path}/notes`, { text, mentions, attempt: key });
  return { merchant, visitor, payment, path, read, tag, write };
}

test("an object has each tag once in any case, as it was first written", async () => {
  const { path, tag, read, visitor, merchant, payment } = await open();
  assert.deepEqual((await tag({ add: "  VIP   club " })).body, { tags: ["VIP club"] });
  assert.deepEqual((await tag({ add: "vip club" })).body, { tags: ["VIP club"] });
  assert.deepEqual((await tag({ add: "Ägäis" })).body, { tags: ["VIP club", "Ägäis"] });
  assert.deepEqual((await tag({ remove: "vip CLUB" })).body, { tags: ["Ägäis"] });
  assert.deepEqual((await tag({ remove: "vip CLUB" })).body, { tags: ["Ägäis"] });
  assert.deepEqual((await read()).tags, ["Ägäis"]);
  const noted = await merchant.rows<{ action: string; after: object | null }>(
    `select action, after from audit_entries where account_id = $1 and subject_id = '${payment}' order by id`,
  );
  assert.deepEqual(
    noted.map(({ action }) => action),
    ["tag.added", "tag.added", "tag.removed"],
    "a change that changes nothing is not recorded",
  );
  for (const add of ["", "-vip", "a,b", 'say "x"', "x".repeat(41), "card 4242424242424242"]) {
    const refused = await tag({ add });
    assert.equal(refused.status, 400, add);
  }
  assert.equal((await visitor.post(`${path}/tags`, { add: "a", remove: "b" })).status, 400);
});

test("twenty-one concurrent tags leave twenty", async () => {
  const { tag, read } = await open();
  const answers = await Promise.all(
    Array.from({ length: MOST_TAGS + 1 }, (_, n) => tag({ add: `tag ${n}` })),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, MOST_TAGS);
  assert.equal(answers.filter(({ status }) => status === 409).length, 1);
  assert.equal((await read()).tags.length, MOST_TAGS);
});

test("each of the four lists is filtered by tags and shows them as a column", async () => {
  const payer = await openPayer();
  const visitor = await signedIn(payer);
  const payment = await paymentRow(payer);
  const ids = {
    payments: payment,
    customers: await customerRow(payer, { name: "Ada Byron" }),
    disputes: await disputeRow(payer, payment),
    payouts: (await payer.paid({ rail: "sepa_credit", amount: 100 })).id as string,
  };
  await paymentRow(payer);
  await customerRow(payer);
  for (const [list, id] of Object.entries(ids)) {
    await visitor.post(`/test/annotations/${id}/tags`, { add: "Wholesale" });
    await visitor.post(`/test/annotations/${id}/tags`, { add: "vip" });
    const found = async (tag: string) =>
      (await visitor.get(`/test/${list}?more=tags&tag=${encodeURIComponent(tag)}`)).body;
    for (const tag of ["VIP", "other,wholesale"]) {
      const body = await found(tag);
      assert.deepEqual(
        body[list].map((row: { id: string; more: object }) => [row.id, row.more]),
        [[id, { tags: "vip, Wholesale" }]],
        `${list} ${tag}`,
      );
      assert.equal(body.total, 1, list);
    }
    assert.equal((await found("other")).total, 0, list);
    assert.equal((await visitor.get(`/test/${list}?tag=%22`)).status, 400);
    const kind = list.slice(0, -1);
    const { body } = await visitor.get(`/test/tags?of=${kind}`);
    assert.deepEqual(body.tags, [
      { tag: "vip", count: 1 },
      { tag: "Wholesale", count: 1 },
    ]);
    const file = await visitor.get(`/test/${list}/export?columns=id,tags&tag=vip`);
    assert.match(file.body, /"?vip, Wholesale"?/, list);
  }
});

test("a note is written once per press, edited by its author and deleted by author, owner or admin", async () => {
  const { merchant, read, write, visitor } = await open();
  const [support, admin] = [
    await colleague(merchant, "support"),
    await colleague(merchant, "admin"),
  ];
  const key = attempt();
  const written = await write("  Called.\r\nNo answer. ", [], key);
  assert.equal(written.status, 201);
  assert.deepEqual((await write("  Called.\r\nNo answer. ", [], key)).body, written.body);
  const [note, ...others] = (await read()).notes;
  assert.deepEqual(others, []);
  assert.equal(note.text, "Called.\nNo answer.");
  assert.deepEqual([note.isOwn, note.mayDelete, note.editedAt], [true, true, null]);

  const change = { text: "Called twice.", mentions: [] };
  assert.equal((await support.visitor.post(`/test/notes/${note.id}`, change)).status, 409);
  assert.equal((await admin.visitor.post(`/test/notes/${note.id}`, change)).status, 409);
  assert.equal((await visitor.post(`/test/notes/${note.id}`, change)).status, 200);
  const [edited] = (await read()).notes;
  assert.equal(edited.text, "Called twice.");
  assert.ok(edited.editedAt);

  assert.equal((await support.visitor.post(`/test/notes/${note.id}/delete`)).status, 409);
  assert.equal((await admin.visitor.post(`/test/notes/${note.id}/delete`)).status, 200);
  assert.deepEqual((await read()).notes, []);
  const audit = await merchant.rows<{ action: string; facts: string }>(
    `select action, coalesce(before::text, '') || coalesce(after::text, '') as facts
       from audit_entries where account_id = $1 and action like 'note.%' order by id`,
  );
  assert.deepEqual(
    audit.map(({ action }) => action),
    ["note.written", "note.edited", "note.deleted"],
  );
  assert.ok(
    audit.every(({ facts }) => !facts.includes("Called")),
    "the log has no texts",
  );
});

test("a note with card data, a secret, or too much text is refused and not stored", async () => {
  const { write, read } = await open();
  for (const text of [
    "",
    "x".repeat(4_001),
    "Card 4242 4242 4242 4242",
    "The key is sk_test_abcdefghijklmnop1234",
    "Authorization: Bearer abcdefgh12345678",
  ]) {
    assert.equal((await write(text)).status, 400, text.slice(0, 20));
  }
  assert.equal((await write("x".repeat(4_000))).status, 201);
  assert.equal((await read()).notes.length, 1);
});

test("a mentioned member gets one e-mail and one alert; members of other accounts cannot be mentioned", async () => {
  const { merchant, write, read, visitor, payment } = await open();
  const [reader, stranger] = [await colleague(merchant, "read_only"), await createMerchant()];
  const refused = await write("@Somebody look", [stranger.userId]);
  assert.deepEqual([refused.status, refused.body.error.param], [400, "mentions"]);

  const text = "Please look at <b>this</b>.";
  assert.equal((await write(text, [reader.userId, merchant.userId, reader.userId])).status, 201);
  const [note] = (await read()).notes;
  const mails = () =>
    merchant.rows<{ recipient: string; subject: string; text_body: string }>(
      "select recipient, subject, text_body from mail_messages where account_id = $1 and kind = 'mention'",
    );
  assert.equal((await mails()).length, 1, "not for oneself, and once");
  assert.match((await mails())[0]!.subject, /mentioned you in a note on a payment/);
  assert.ok((await mails())[0]!.text_body.includes(`/test/payments/${payment}`));
  const inbox = async () => (await reader.visitor.get("/test/alerts")).body;
  assert.deepEqual(
    (await inbox()).alerts.map((one: { kind: string; path: string; isRead: boolean }) => [
      one.kind,
      one.path,
      one.isRead,
    ]),
    [["mention", `payments/${payment}`, false]],
  );
  assert.equal((await visitor.get("/test/alerts/unread")).body.unread, 0);

  const again = { text: `${text} Again.`, mentions: [reader.userId] };
  await visitor.post(`/test/notes/${note.id}`, again);
  assert.equal((await mails()).length, 1, "an edit tells only those who are new");
});

test("e-mails that still wait for a member are not sent once they have left the account", async () => {
  const { merchant, visitor, write } = await open();
  const [leaver, other] = [
    await colleague(merchant, "support"),
    await colleague(merchant, "support"),
  ];
  for (const who of [leaver, other]) {
    const daily = { quietFrom: null, quietTo: null, digestAt: "09:00" };
    assert.equal((await who.visitor.post("/test/alerts/preferences", daily)).status, 200);
  }
  assert.equal((await write("Ask Jo.", [leaver.userId, other.userId])).status, 201);
  assert.equal((await visitor.post(`/team/members/${leaver.userId}/remove`)).status, 200);
  const mails = await merchant.rows<{ recipient: string; status: string; last_error: string }>(
    "select recipient, status, last_error from mail_messages where account_id = $1 and kind = 'mention'",
  );
  const of = ({ email }: { email: string }) => mails.find(({ recipient }) => recipient === email);
  assert.deepEqual(
    [of(leaver)?.status, of(leaver)?.last_error, of(other)?.status],
    ["failed", "The recipient has left the account.", "queued"],
  );
});

test("other accounts and the other mode have no such object, and readers only read", async () => {
  const { merchant, path, tag, write, read } = await open();
  await tag({ add: "vip" });
  await write("Called.");
  const [{ id }] = (await read()).notes;
  const other = await signedIn(await createMerchant());
  const live = path.replace("/test", "/live");
  for (const at of [path, live]) {
    assert.equal((await other.get(at)).status, 404);
    assert.equal((await other.post(`${at}/tags`, { add: "mine" })).status, 404);
  }
  const draft = { text: "Mine", mentions: [] };
  assert.equal((await other.post(`${path}/notes`, { ...draft, attempt: attempt() })).status, 404);
  assert.equal((await other.post(`/test/notes/${id}`, draft)).status, 404);
  assert.equal((await other.post(`/test/notes/${id}/delete`)).status, 404);
  assert.deepEqual((await other.get("/test/tags?of=payment")).body.tags, []);

  const reader = await colleague(merchant, "read_only");
  const seen = await reader.visitor.get(path);
  assert.deepEqual(seen.body.tags, ["vip"]);
  assert.equal(seen.body.notes[0].mayDelete, false);
  assert.equal((await reader.visitor.post(`${path}/tags`, { add: "x" })).status, 403);
  assert.equal((await reader.visitor.post(`/test/notes/${id}/delete`)).status, 403);
});
