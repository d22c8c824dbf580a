import assert from "node:assert/strict";
import { before, test } from "node:test";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { changeTags, writeNoteIn } from "#lib/domain/annotations/index.ts";
import { verifyAudit } from "#lib/domain/audit/index.ts";
import { checkBooks } from "#lib/domain/books/index.ts";
import {
  closeMonth,
  dueClosings,
  getClosing,
  openClosingFile,
} from "#lib/domain/closings/index.ts";
import { queueMailIn } from "#lib/domain/mail/index.ts";
import { flushRequestLog } from "#lib/domain/request-log/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { decryptFile } from "#lib/kernel/crypto.ts";
import { finishDue } from "#lib/kernel/due-work.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { askOwner } from "#test/as-owner.ts";
import { pdfFile } from "#test/evidence-files.ts";
import { openTill, type Till, VISA } from "#test/money.ts";
import { sealPast } from "#test/seal-past.ts";
import { eraseCustomer } from "./index.ts";

const DAY_S = 86_400;
const DISPUTED = "pm_test_4000000000000259";
const NAME = "Annelie Fuchsbauer-Zwetkova";
const EMAIL = "annelie.fz@fuchsbauer.example";
const PHONE = "+49 151 23459876";
const IP = "203.0.113.177";
const WORDS = [NAME, EMAIL, PHONE, IP];
const OTHER = "Bertram Othersonne";

let till: Till;
let customer: Id<"cus">;
let other: string;
let member: Context;
let closing = "";

/** Calls that must work. */
async function ok(method: string, path: string, body?: object) {
  const answer = await till.call(method, path, body);
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
  return answer.body;
}

const pass = (seconds: number) => ok("POST", "/v1/test/clock/advance", { seconds });

/** The account's time. */
const clock = async () => String((await ok("GET", "/v1/test/clock")).now);

/** Moves the clock to the start of a month, so that payments of these tests are settled within it on any date. */
async function passToMonthStart(): Promise<void> {
  const now = new Date(await clock());
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 12);
  await pass(Math.ceil((start - now.getTime()) / 1_000));
}

async function pay(): Promise<void> {
  const named = { customer, description: `Order of ${NAME}`, metadata: { who: NAME, mail: EMAIL } };
  const url = `https://shop.example/done?email=${encodeURIComponent(EMAIL)}`;
  const { body: paid } = await till.charge({ ...named, return_url: url });
  await ok("POST", "/v1/refunds", { payment: paid.id, amount: 100, metadata: { for: NAME } });
  const debit = await ok("POST", "/v1/payment_methods", {
    type: "sepa_debit",
    sepa_debit: { iban: "DE89370400440532013000" },
    customer,
  });
  await till.charge({
    ...named,
    method: "sepa_debit",
    payment_method: debit.id,
    mandate_data: { accepted_at: "2026-11-01T10:00:00Z", accepted_ip: IP },
  });
  const plan = await ok("POST", "/v1/plans", {
    ...{ name: "Team", amount: 3_000, currency: "EUR", interval: "month" },
  });
  await ok("POST", "/v1/subscriptions", {
    ...{ customer, plan: plan.id, payment_method: VISA, metadata: { name: NAME } },
  });
}

async function dispute(): Promise<string> {
  await till.charge({ customer, amount: 4_400, payment_method: DISPUTED, description: NAME });
  await pass(3_700);
  const { data } = await ok("GET", "/v1/disputes");
  const { id } = data[0]!;
  await ok("POST", `/v1/disputes/${id}/files`, {
    name: "note.pdf",
    file: pdfFile(`Signed by ${NAME}`).toString("base64"),
  });
  await ok("POST", `/v1/disputes/${id}/evidence`, {
    evidence: { customer_communication: `${NAME} wrote from ${EMAIL}`, receipt: PHONE },
  });
  return id;
}

before(async () => {
  till = await openTill();
  member = {
    ...till.ctx.test,
    actor: { type: "member", userId: till.userId, name: "Owner" } as Context["actor"],
  };
  await passToMonthStart();
  const made = await ok("POST", "/v1/customers", {
    ...{ name: NAME, email: EMAIL, country: "DE", metadata: { phone: PHONE } },
  });
  customer = made.id as Id<"cus">;
  other = (await ok("POST", "/v1/customers", { name: OTHER, email: "bo@other.example" })).id;
  await ok("POST", `/v1/customers/${customer}`, { metadata: { tier: "gold" } });
  await ok("GET", `/v1/customers?email=${encodeURIComponent(EMAIL)}`);
  await ok("GET", "/v1/customers");
  await pay();
  await transact(async (tx) => {
    await writeNoteIn(tx, member, customer, { text: `${NAME} called`, mentions: [] });
    await writeNoteIn(tx, member, other, { text: `Friend of ${NAME}`, mentions: [] });
    const content = {
      ...{ subject: `About ${NAME}`, paragraphs: [`Write to ${EMAIL}.`] },
      ...{ facts: [["Who", NAME]], action: { label: "Look", url: "https://desk.example/" } },
    } as never;
    const { id: accountId } = till.account;
    await queueMailIn(tx, { accountId, mode: "test", kind: "a_test", fact: "a test", content });
  });
  await changeTags(member, customer, { add: "vip" });
  await flushRequestLog();
});

/** The words as they can stand in a row: as text, in a URL, and in bytes. */
const spellings = (word: string) => [
  word,
  encodeURIComponent(word),
  encodeURIComponent(word).replaceAll("%20", "+"),
  Buffer.from(word).toString("hex"),
];

/** The tables in which a word stands. */
async function tablesWith(words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await askOwner(
    `select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  const patterns = words.flatMap(spellings).map((text) => `%${text.replace(/[\\%_]/g, "\\$&")}%`);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await askOwner(
      `select 1 from ${name} t where t::text ilike any ($1) limit 1`,
      [patterns],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** The files of evidence, decrypted. */
async function evidence(): Promise<string> {
  const { rows } = await askOwner("select id, content from dispute_files where account_id = $1", [
    till.account.id,
  ]);
  return rows.map(({ id, content }) => decryptFile(content, id).toString()).join("\n");
}

async function closedFiles(): Promise<string> {
  const { files } = await getClosing(member, closing);
  const texts: string[] = [];
  for (const { kind } of files) {
    const file = await openClosingFile(member, closing, kind);
    for (let piece = await file.next(); piece; piece = await file.next()) {
      texts.push(Buffer.from(piece).toString());
    }
  }
  return texts.join("\n");
}

test("a customer whose dispute is open is not erased, nor another merchant's or in the other mode", async () => {
  const id = await dispute();
  const { id: accountId } = till.account;
  await assert.rejects(
    eraseCustomer({ accountId, mode: "test", customerId: customer }),
    new RegExp(`${id} is not decided yet`),
  );
  await pass(DAY_S + 60);
  await assert.rejects(
    eraseCustomer({ accountId, mode: "live", customerId: customer }),
    /No such customer/,
  );
  const stranger = await openTill();
  await assert.rejects(
    eraseCustomer({ accountId: stranger.account.id, mode: "test", customerId: customer }),
    /No such customer/,
  );
  assert.ok((await tablesWith([NAME])).length > 8);
});

test("a closed month holds ids and amounts, and no name", async () => {
  const month = (await clock()).slice(0, 7);
  await pass(40 * DAY_S);
  const ctx = await systemContext({ accountId: till.account.id, mode: "test" }, "test");
  closing = (await closeMonth({ ...member, clockAheadMs: ctx.clockAheadMs }, { month })).closing.id;
  await finishDue(dueClosings, till.account.id);
  const text = await closedFiles();
  assert.match(text, /^stl_\w+,.*,charge,pay_/m, "payments that were settled");
  for (const word of [...WORDS, OTHER]) assert.ok(!text.includes(word), word);
});

test("after an erasure nobody finds who it was, and books, ledger, audit log and closed month agree", async () => {
  await sealPast();
  await flushRequestLog();
  const files = await closedFiles();
  const ctx = await systemContext({ accountId: till.account.id, mode: "test" }, "test");
  const subject = { accountId: till.account.id, mode: "test", customerId: customer } as const;
  const report = await eraseCustomer(subject);
  for (const table of ["customers", "payments", "events", "api_requests", "mandates", "disputes"]) {
    assert.ok(report.find((one) => one.table === table)!.rows > 0, table);
  }

  assert.deepEqual(await tablesWith(WORDS), []);
  assert.deepEqual(await tablesWith(["Fuchsbauer"]), []);
  assert.ok(!(await evidence()).includes(NAME));
  assert.equal(await closedFiles(), files);

  assert.deepEqual(await checkBooks(ctx, { everything: true }), []);
  assert.equal((await verifyAudit(till.account.id)).problem, null);
  const { rows } = await getPool().query(
    "select name from customers where account_id = $1 and id = $2",
    [till.account.id, other],
  );
  assert.deepEqual(rows, [{ name: OTHER }]);
  // Every answer is compared with the contract.
  assert.equal((await ok("GET", `/v1/customers/${customer}`)).deleted, true);
  for (const list of ["payments", "events", "refunds", "mandates", "subscriptions", "disputes"]) {
    await ok("GET", `/v1/${list}?limit=100`);
  }
  const again = await eraseCustomer(subject);
  assert.equal(again.find(({ table }) => table === "mail_messages")!.rows, 0);
});
