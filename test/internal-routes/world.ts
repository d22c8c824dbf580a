import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { dueBulkJobs } from "#lib/domain/bulk/index.ts";
import { dueClosings } from "#lib/domain/closings/index.ts";
import { queueMailIn } from "#lib/domain/mail/index.ts";
import { setPayoutLimits } from "#lib/domain/payouts/index.ts";
import { makeNextFile } from "#lib/domain/reports/index.ts";
import { finishDue } from "#lib/kernel/due-work.ts";
import { newId } from "#lib/kernel/ids.ts";
import { addDays } from "#lib/kernel/period.ts";
import { newStatement } from "../bank-statements.ts";
import { type DashboardVisitor, signedIn } from "../dashboard.ts";
import { pdfFile } from "../evidence-files.ts";
import { deliveryRow, endpointRow, eventRow } from "../hook-rows.ts";
import { AGREED, VISA } from "../money.ts";
import { batchSent } from "../payout-batches.ts";
import { asMember, instruction, limitPayouts, openPayer, type Payer } from "../payouts.ts";
import { type Receiver, startReceiver } from "../receiver.ts";
import { outage } from "../replay-rows.ts";
import { requestRow } from "../request-rows.ts";

const DISPUTED = "pm_test_4000000000000259";
const REFUNDS_SLOWLY = "pm_test_4000000000007726";
/** Declines every charge after the first, softly. */
const CHARGES_ONCE = "4000000000000341";
const DAY_S = 86_400;
/** The payout limit for one person; payouts of other routes stay below it. */
const LIMIT = 20_000;

/** A merchant for route tests in which one of each kind of object can be created, each time anew. */
export type World = {
  merchant: Payer;
  owner: DashboardVisitor;
  receiver: Receiver;
  payment(params?: object): Promise<string>;
  /** A soft-declined payment that can be retried without its payer. */
  declined(): Promise<string>;
  /** A job that tags a payment and has not begun. */
  bulkJob(): Promise<string>;
  /** A job that tagged a payment. */
  doneBulkJob(): Promise<string>;
  /** A note about a payment. */
  note(): Promise<string>;
  /** A job that retries payments and has not begun. */
  retryJob(): Promise<string>;
  refund(): Promise<string>;
  dispute(): Promise<string>;
  /** An evidence file that can still be removed. */
  disputeFile(): Promise<string>;
  mandate(): Promise<string>;
  customer(): Promise<string>;
  plan(): Promise<string>;
  subscription(): Promise<string>;
  invoice(): Promise<string>;
  settlement(): Promise<string>;
  /** A settlement that is paid and on no bank line. */
  paidSettlement(): Promise<string>;
  bankStatement(): Promise<string>;
  /** An open line of a bank statement: a credit. */
  bankLine(): Promise<string>;
  /** The query of a sandbox statement that has lines. */
  sandboxDays(): Promise<string>;
  payout(): Promise<string>;
  batch(): Promise<string>;
  /** A payout that waits for approval. */
  waitingPayout(): Promise<string>;
  waitingBatch(): Promise<string>;
  /** Limits that another member asked to raise. */
  limitChange(): Promise<string>;
  key(): Promise<string>;
  /** A key whose responsible person is no longer a member. */
  colleaguesKey(): Promise<string>;
  endpoint(): Promise<string>;
  delivery(): Promise<string>;
  event(): Promise<string>;
  /** A request in the request log. */
  request(): Promise<string>;
  replay(): Promise<string>;
  /** A download in progress. */
  download(): Promise<string>;
  schedule(): Promise<string>;
  /** A download whose file is ready. */
  file(): Promise<string>;
  /** A month that nobody has closed. */
  freeMonth(): string;
  /** A closed month with a correction. */
  closing(): Promise<string>;
  mail(): Promise<string>;
  alertRule(): Promise<string>;
  /** An entry of the audit log. */
  entry(): Promise<string>;
};

/** Stop its receiver at the end of the test. */
export async function openWorld(): Promise<World> {
  const merchant = await openPayer();
  const [owner, receiver] = [await signedIn(merchant), await startReceiver()];
  const press = async (path: string, body: object) => {
    const answer = await owner.post(path, body);
    assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const call = async (path: string, body: object) => {
    const answer = await merchant.call("POST", path, body);
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const payment = async (params: object = {}) => (await merchant.charge(params)).body.id;
  const customer = async () => (await call("/v1/customers", { email: "payer@shop.example" })).id;
  const plan = async () =>
    (await call("/v1/plans", { name: "Team", amount: 3_000, currency: "EUR", interval: "month" }))
      .id;
  const once = async () => {
    const card = { number: CHARGES_ONCE, exp_month: 12, exp_year: 2040, cvc: "123" };
    return (await call("/v1/payment_methods", { type: "card", card })).id;
  };
  const subscription = async () =>
    (
      await call("/v1/subscriptions", {
        customer: await customer(),
        plan: await plan(),
        payment_method: VISA,
      })
    ).id;
  let declines = 0;
  const declined = async () => {
    const payer = { customer: await customer(), payment_method: await once() };
    await call("/v1/subscriptions", { ...payer, plan: await plan() });
    // The card's limits are per amount.
    const answer = await merchant.charge({ ...payer, amount: 500 + ++declines });
    return String(answer.body.error.payment?.id);
  };
  let months = 0;
  const freeMonth = () => {
    const month = 12 * 2_025 - ++months;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
  };
  const download = async () =>
    (await press("/test/downloads", { type: "settlement" })).downloadId as string;
  const endpoint = () => endpointRow(merchant, { url: receiver.url });
  const settlement = async () => {
    await payment({ amount: 10_000 });
    await merchant.advance(DAY_S);
    return (await owner.get("/test/settlements?status=scheduled")).body.settlements[0].id as string;
  };
  const bankFile = async (): Promise<{ id: string }> => {
    const body = { file: newStatement(), fileName: "march.xml", csv: null, ...attempt() };
    return (await press("/test/bank-statements", body)).added[0];
  };
  const limited = () => limitPayouts(merchant, { perPayout: LIMIT, perDay: 100 * LIMIT });
  const aboveLimit = async () => {
    await limited();
    await merchant.topUp(LIMIT + 1);
    return { amount: LIMIT + 1 };
  };
  /** As if another member had made it: the first key is the owner's, who decides here. */
  const byColleague = async (id: string) => {
    const text = "update payout_approvals set excluded = array[$1] where id = $2";
    await getPool().query(text, [newId("usr"), id]);
    return id;
  };
  const dispute = async () => {
    const disputed = await payment({ payment_method: DISPUTED });
    await merchant.advance(3_600);
    const { body } = await owner.get(`/test/disputes?q=${disputed}`);
    return body.disputes[0].id;
  };
  const bulkJob = async () => {
    const chosen = { ids: [await payment()] };
    const body = { list: "payments", chosen, change: { add: "VIP" }, ...attempt() };
    return (await press("/test/bulk-tags", body)).jobId as string;
  };
  return {
    merchant,
    owner,
    receiver,
    payment,
    customer,
    plan,
    subscription,
    endpoint,
    declined,
    bulkJob,
    async doneBulkJob() {
      const id = await bulkJob();
      await finishDue(dueBulkJobs, merchant.account.id);
      return id;
    },
    async note() {
      const body = { text: "Called the customer.", mentions: [], ...attempt() };
      return (await press(`/test/annotations/${await payment()}/notes`, body)).noteId as string;
    },
    async retryJob() {
      await declined();
      const body = { filter: { status: "failed" }, ...attempt() };
      return (await press("/test/payment-retries", body)).jobId as string;
    },
    async refund() {
      const paid = await payment({ payment_method: REFUNDS_SLOWLY });
      return (await merchant.refund({ payment: paid, amount: 700 })).body.id;
    },
    dispute,
    async disputeFile() {
      const file = pdfFile().toString("base64");
      const body = { name: "Receipt.pdf", file, ...attempt() };
      return (await press(`/test/disputes/${await dispute()}/files`, body)).id;
    },
    async mandate() {
      const sepa = { iban: "DE89370400440532013000" };
      const made = await call("/v1/payment_methods", { type: "sepa_debit", sepa_debit: sepa });
      const params = { method: "sepa_debit", payment_method: made.id, ...AGREED };
      const debit = await merchant.charge(params);
      return String(debit.body.mandate);
    },
    async invoice() {
      const { body } = await owner.get(`/test/invoices?subscription=${await subscription()}`);
      return body.invoices[0].id;
    },
    settlement,
    async paidSettlement() {
      const id = await settlement();
      await press(`/test/settlements/${id}/simulate`, { scenario: "paid", attempt: randomUUID() });
      return id;
    },
    bankStatement: async () => (await bankFile()).id,
    async bankLine() {
      const { body } = await owner.get(`/test/bank-lines?statement=${(await bankFile()).id}`);
      return body.lines[0].id;
    },
    async sandboxDays() {
      await payment({ amount: 10_000 });
      await merchant.advance(8 * DAY_S);
      const day = (await owner.get("/test/settlement-report")).body.today;
      return `from=${addDays(day, -30)}&to=${day}`;
    },
    payout: async () => (await merchant.paid({ rail: "sepa_credit", amount: 100 })).id,
    async batch() {
      const payouts = [instruction({ amount: 100 })];
      return (await batchSent(merchant, { instructions: payouts })).id;
    },
    waitingPayout: async () => await byColleague((await merchant.paid(await aboveLimit())).id),
    async waitingBatch() {
      const params = { instructions: [instruction(await aboveLimit())] };
      return await byColleague((await batchSent(merchant, params)).id);
    },
    async limitChange() {
      await limited();
      const ctx = await asMember(merchant);
      const change = await setPayoutLimits(ctx, "EUR", null);
      return change!.id;
    },
    key: async () => (await press("/test/keys", { kind: "secret", name: "Till" })).key.id,
    async colleaguesKey() {
      const { id } = (await press("/test/keys", { kind: "secret", name: "Till" })).key;
      const text = "update api_keys set created_by = $1 where id = $2";
      await getPool().query(text, [newId("usr"), id]);
      return id;
    },
    delivery: async () =>
      await deliveryRow(merchant, await eventRow(merchant), await endpointRow(merchant), {
        status: "failed",
      }),
    event: async () => await eventRow(merchant),
    request: async () => await requestRow(merchant),
    async replay() {
      await outage(merchant, await endpointRow(merchant), 2);
      const from = new Date(Date.now() - 3_600_000).toISOString();
      return (await press("/test/replays", { from })).replayId;
    },
    download,
    async schedule() {
      const body = { interval: "daily", mailMe: false, report: { type: "declines" } };
      return (await press("/test/report-schedules", body)).id as string;
    },
    async file() {
      const id = await download();
      while (await makeNextFile(new AbortController().signal));
      return id;
    },
    freeMonth,
    async closing() {
      const { closingId } = await press("/test/closings", { month: freeMonth() });
      await finishDue(dueClosings, merchant.account.id);
      await getPool().query(
        `insert into month_corrections (account_id, closing_id, id, mode, kind, row_id, change, currency, amount_now,
           columns, seen_by, found_at)
         values ($1, $2, $3, 'test', 'settlement', 'txn_1', 'added', 'EUR', 700, '{}', 1, now())`,
        [merchant.account.id, closingId, newId("mcr")],
      );
      return closingId;
    },
    async entry() {
      await press("/account", { name: `Lindqvist ${randomUUID()}` });
      return (await owner.get("/audit")).body.entries[0].id;
    },
    async alertRule() {
      const choice = { roles: ["owner"], members: [], mail: true, channel: null, active: true };
      return (await press("/test/alert-rules", { kind: "payout_returned", params: {}, ...choice }))
        .id as string;
    },
    async mail() {
      const content = { subject: "News", paragraphs: ["Something happened."] };
      const about = { accountId: merchant.account.id, mode: null, kind: "a_test" } as const;
      await transact((tx) => queueMailIn(tx, { ...about, fact: randomUUID(), content }));
      return (await owner.get("/notifications")).body.notifications[0].id;
    },
  };
}

/** The headers that a button's request adds. */
export const attempt = () => ({ attempt: randomUUID() });

/** A request about the object that `find` returns, with a body. */
export const about =
  (find: (world: World) => Promise<string>, body: () => object = attempt) =>
  async (world: World) => ({ id: await find(world), body: body() });
/** A request with only a body. */
export const saying = (body: () => object) => async () => ({ body: body() });
