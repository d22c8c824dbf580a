import assert from "node:assert/strict";
import { after, test } from "node:test";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { announceLive, liveCursor, stopWatching } from "#lib/domain/live/index.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import { env } from "#lib/kernel/env.ts";
import { api } from "#test/api.ts";
import { type DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { dashboardApp } from "#test/dashboard-app.ts";
import { createMerchant } from "#test/merchant.ts";
import { VISA } from "#test/money.ts";
import { instruction, openLimited } from "#test/payouts.ts";

after(async () => {
  await stopWatching();
});

type Message = { id: string; kinds: string[] };

/** A reader of live updates, as in the browser. */
class Listener {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #text = "";
  readonly response: Response;

  constructor(response: Response) {
    this.response = response;
    this.#reader = response.body!.getReader();
  }

  /** The next message; null at the end of the stream. */
  async next(): Promise<Message | null> {
    for (;;) {
      const end = this.#text.indexOf("\n\n");
      if (end >= 0) {
        const block = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        const [, id, data] = /^id: (.*)\ndata: ?(.*)$/.exec(block) ?? [];
        if (id !== undefined) return { id, kinds: data!.split(",").filter(Boolean) };
        continue;
      }
      const { done, value } = await this.#reader.read();
      if (done) return null;
      this.#text += Buffer.from(value).toString();
    }
  }

  /** Reads until a message of this kind. */
  async until(kind: string): Promise<Message> {
    for (;;) {
      const message = await this.next();
      assert.ok(message, `the stream ended before ${kind}`);
      if (message.kinds.includes(kind)) return message;
    }
  }

  async leave(): Promise<void> {
    await this.#reader.cancel();
  }
}

/** After `hello` no change is missed; changes since `lastId` follow it. */
async function open(visitor: DashboardVisitor, { mode = "test", lastId = "" } = {}) {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { cookie, ...(lastId ? { "last-event-id": lastId } : {}) };
  const url = new URL(`/internal/${mode}/live`, env.publicUrl);
  const response = await dashboardApp.fetch(new Request(url, { headers }));
  assert.equal(response.status, 200);
  const listener = new Listener(response);
  return { listener, hello: (await listener.next())! };
}

const pay = (key: string) =>
  api().call(key, "POST", "/v1/payments", {
    amount: 1_290,
    currency: "EUR",
    method: "card",
    payment_method: VISA,
  });

test("a charge by API notifies the open screens of its account and mode, and no others", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const [visitor, stranger] = [await signedIn(merchant), await signedIn(other)];
  const mine = await open(visitor);
  const live = await open(visitor, { mode: "live" });
  const theirs = await open(stranger);
  assert.deepEqual(mine.hello.kinds, []);
  assert.equal(mine.listener.response.headers.get("cache-control"), "no-store");
  assert.equal((await pay(merchant.keys.test.secret)).status, 201);
  await mine.listener.until("payment");
  // The next message of the others is about their own account.
  assert.equal((await pay(other.keys.test.secret)).status, 201);
  announceLive(merchant.account.id, "replay");
  const seen = new Set<string>();
  for (let done = false; !done; ) {
    const { kinds } = (await live.listener.next())!;
    for (const kind of kinds) seen.add(kind);
    done = kinds.includes("replay");
  }
  assert.ok(!seen.has("payment"), "live mode was told of a payment in test mode");
  await theirs.listener.until("payment");
  announceLive(other.account.id, "delivery");
  const first = await theirs.listener.until("delivery");
  assert.ok(!first.kinds.includes("replay"), "another account's");
  for (const { listener } of [mine, live, theirs]) await listener.leave();
});

test("a broken stream resumes after its last event; in another process it asks for a full refresh", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const first = await open(visitor);
  announceLive(merchant.account.id, "delivery");
  const { id } = await first.listener.until("delivery");
  await first.listener.leave();
  const watching = await open(visitor);
  announceLive(merchant.account.id, "replay");
  const last = await watching.listener.until("replay");
  const again = await open(visitor, { lastId: id });
  assert.ok((await again.listener.next())!.kinds.includes("replay"));
  const whole = await open(visitor, { lastId: last.id });
  announceLive(merchant.account.id, "request");
  const next = await whole.listener.next();
  assert.ok(!next!.kinds.includes("replay"), "told twice");
  for (const lastId of ["00000000-3", "nonsense", `${id.split("-")[0]}-999999`]) {
    const { listener } = await open(visitor, { lastId });
    assert.deepEqual((await listener.next())!.kinds, ["all"], lastId);
    await listener.leave();
  }
  for (const { listener } of [watching, again, whole]) await listener.leave();
});

test("a payout of a waiting batch that is canceled, which has no event, notifies those who may approve the rest", async () => {
  const payer = await openLimited();
  const instructions = [instruction({ amount: 9_000 }), instruction({ amount: 8_000 })];
  await payer.call("POST", "/v1/payouts", { instructions });
  const [payout] = await payer.rows<{ id: string }>("select id from payouts where account_id = $1");
  const { listener } = await open(await signedIn(payer));
  const upTo = async (kind: "replay" | "request") => {
    announceLive(payer.account.id, kind);
    const seen: string[] = [];
    while (!seen.includes(kind)) seen.push(...(await listener.next())!.kinds);
    return seen;
  };
  await upTo("request");
  const { status } = await payer.call("POST", `/v1/payouts/${payout?.id}/cancel`, {});
  assert.equal(status, 200);
  assert.ok((await upTo("replay")).includes("payout"));
  await listener.leave();
});

/** A read for a page that the server renders; its stream opens later, and resumes from the cursor of before. */
async function readForPage(visitor: DashboardVisitor): Promise<string> {
  const cursor = liveCursor();
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { cookie, "x-paydesk-live": cursor };
  const url = new URL("/internal/test/deliveries", env.publicUrl);
  const response = await dashboardApp.fetch(new Request(url, { headers }));
  assert.equal(response.status, 200);
  return cursor;
}

test("a stream reports what changed between a page's reads and its opening, and nothing else", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const visitor = await signedIn(merchant);
  // This process hears changes.
  const { listener } = await open(await signedIn(other));
  const unchanged = await readForPage(visitor);
  const quiet = await open(visitor, { lastId: unchanged });
  announceLive(merchant.account.id, "request");
  assert.deepEqual((await quiet.listener.next())!.kinds, ["request"]);
  await quiet.listener.leave();

  const cursor = await readForPage(visitor);
  announceLive(merchant.account.id, "delivery");
  announceLive(other.account.id, "replay");
  await listener.until("replay");
  const { listener: late } = await open(visitor, { lastId: cursor });
  assert.deepEqual((await late.next())!.kinds, ["delivery"]);
  announceLive(merchant.account.id, "request");
  assert.deepEqual((await late.next())!.kinds, ["request"], "told twice");
  for (const one of [listener, late]) await one.leave();
});

test("in a process that hears no changes yet, a page's stream asks for a full refresh", async () => {
  await stopWatching();
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const cursor = await readForPage(visitor);
  const { listener } = await open(visitor, { lastId: cursor });
  assert.deepEqual((await listener.next())!.kinds, ["all"]);
  await listener.leave();
});

test("the stream ends when its person signs out, is removed or is signed out elsewhere", async () => {
  const merchant = await createMerchant();
  const owner = await signedIn(merchant);
  const elsewhere = await signedIn(merchant);
  const stays = await open(owner);
  const signsOut = await open(elsewhere);
  assert.equal((await elsewhere.delete("/session")).status, 200);
  await assert.doesNotReject(ended(signsOut.listener));

  const colleague = await createMerchant();
  const member = {
    accountId: merchant.account.id,
    userId: colleague.userId,
    role: "support",
  } as const;
  await transact((tx) => addMemberIn(tx, member));
  const visitor = await signedIn(colleague);
  await visitor.post("/session/account", { account: merchant.account.id });
  const removed = await open(visitor);
  assert.equal((await owner.post(`/team/members/${colleague.userId}/remove`)).status, 200);
  await ended(removed.listener);

  announceLive(merchant.account.id, "replay");
  await stays.listener.until("replay");
  await stays.listener.leave();
});

async function ended(listener: Listener): Promise<void> {
  while ((await listener.next()) !== null);
}

test("a person has at most ten streams, and an ended one frees its place", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const streams = [];
  for (let n = 0; n < 10; n++) streams.push(await open(visitor));
  const refused = await visitor.get("/test/live");
  assert.deepEqual([refused.status, refused.body.error.code], [429, "rate_limited"]);
  await streams[0]!.listener.leave();
  assert.equal((await visitor.get("/test/live")).status, 200);
  for (const { listener } of streams.slice(1)) await listener.leave();
});

test("when the LISTEN connection is lost, every screen gets a full refresh", async () => {
  const merchant = await createMerchant();
  const { listener } = await open(await signedIn(merchant));
  announceLive(merchant.account.id, "replay");
  await listener.until("replay");
  await getPool().query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'paydesk listen' and datname = current_database()`,
  );
  await listener.until("all");
  announceLive(merchant.account.id, "delivery");
  await listener.until("delivery");
  await listener.leave();
});
