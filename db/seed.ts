import { and, eq } from "drizzle-orm";
import { schema } from "#db/client.ts";
import { type Account, createAccount, DEMO, findDemoAccount } from "#lib/domain/accounts/index.ts";
import { listKeys, rotateKey } from "#lib/domain/keys/index.ts";
import { unsealedRows } from "#lib/domain/ledger/index.ts";
import { hashPassword } from "#lib/domain/members/index.ts";
import { listPayments } from "#lib/domain/payments/index.ts";
import { listPayouts } from "#lib/domain/payouts/index.ts";
import { listEndpoints } from "#lib/domain/webhooks/index.ts";
import { DAY_MS, dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import { renderEventBody } from "#lib/wire/index.ts";
import { writeAlerts, writeOutages } from "./seed/alerts.ts";
import { changesOfEndpoints, changesOfKeys, recordPastChanges } from "./seed/audit.ts";
import { type Billing, planBilling } from "./seed/billing.ts";
import { planDelivery } from "./seed/deliveries.ts";
import { disputeRows, planDisputes } from "./seed/disputes.ts";
import { endpointRow, planEndpoints } from "./seed/endpoints.ts";
import { eventsOf } from "./seed/events.ts";
import { type History, planHistory } from "./seed/history.ts";
import { insertAll } from "./seed/insert-all.ts";
import { addressesOf, type KeyTimeline, keyUsage, rotationOf } from "./seed/key-usage.ts";
import { moneyRows } from "./seed/money-rows.ts";
import { payoutRows } from "./seed/payouts.ts";
import { Random } from "./seed/random.ts";
import { requestsOf } from "./seed/requests.ts";
import { type Tx, transact } from "./transact.ts";

/** Creates the demo merchant once: an account with eight weeks of test-mode payments, refunds and payouts, and the
 * events, deliveries and API requests of the last four, deterministic for the day. Each part is one transaction and
 * created only if missing, so the next start completes an interrupted one. */
export async function seedDemo(): Promise<void> {
  const account = (await findDemoAccount()) ?? (await createDemoAccount());
  const ctx: Context = {
    accountId: account.id,
    mode: "test",
    requestId: newId("req"),
    actor: { type: "system", name: "demo" },
    merchantCountry: account.country,
    clockAheadMs: 0,
  };
  const random = new Random(20_260_401);
  const dayMs = Math.floor(nowMs() / DAY_MS) * DAY_MS;
  const history = planHistory(random, nowMs());
  const { items } = await listPayments(ctx, { limit: 1 });
  if (items.length === 0) await writeMoney(random, ctx, history);
  const paidOut = await listPayouts(ctx, { limit: 1 });
  if (paidOut.items.length === 0) await writePayouts(new Random(20_260_413), ctx);
  const endpoints = await listEndpoints(ctx, { limit: 1 });
  if (endpoints.items.length === 0) {
    await writeWebhooks(new Random(dayMs), ctx);
    await writeAlerts(ctx);
  }
}

async function createDemoAccount(): Promise<Account> {
  const { accountName: name, country, userName: ownerName, email } = DEMO;
  // It is public, so the rules for passwords do not apply.
  const password = { hash: await hashPassword(DEMO.password) };
  return (await createAccount({ name, country, ownerName, email, password, isDemo: true })).account;
}

/** Payments first, then the counters of the keys that created them; the old server key is being rotated out. */
async function writeMoney(random: Random, ctx: Context, history: History): Promise<void> {
  const { accountId, merchantCountry } = ctx;
  const billing = planBilling(new Random(20_260_414), history, { accountId, nowMs: nowMs() });
  const disputes = planDisputes(new Random(20_260_415), history, nowMs());
  const payments = [...history.payments, ...billing.payments].sort((a, b) => a.atMs - b.atMs);
  const wanted = { accountId, merchantCountry, nowMs: nowMs(), disputes };
  const rows = moneyRows(random, { ...history, payments }, wanted);
  const timeline = await rotateServerKey(ctx);
  const keys = await listKeys(ctx);
  const { usage, minutes, versions, callers, lastUse } = keyUsage(
    random,
    timeline,
    history.payments,
  );
  await transact(async (tx) => {
    await backdate(tx, timeline);
    await recordPastChanges(tx, ctx, changesOfKeys(keys, openedMs(), timeline.rotatedMs));
    await insertAll(tx, schema.customers, rows.customers);
    await insertAll(tx, schema.paymentMethods, [
      ...rows.paymentMethods,
      ...billing.rows.paymentMethods,
    ]);
    await writeBilling(tx, accountId, billing);
    await insertAll(tx, schema.payments, rows.payments);
    await insertAll(tx, schema.refunds, rows.refunds);
    await insertAll(tx, schema.disputes, disputeRows(accountId, disputes));
    await insertAll(tx, schema.paymentOutcomes, rows.paymentOutcomes);
    await insertAll(tx, schema.balanceTransactions, rows.balanceTransactions);
    await insertAll(tx, schema.settlements, rows.settlements);
    await insertAll(tx, schema.ledgerTransfers, rows.ledgerTransfers);
    await insertAll(tx, schema.ledgerUnsealed, unsealedRows(rows.ledgerTransfers));
    await insertAll(tx, schema.apiKeyUsage, usage);
    await insertAll(tx, schema.apiKeyUsageMinutes, minutes);
    await insertAll(tx, schema.apiVersionUsage, versions);
    await insertAll(tx, schema.apiKeyCallers, callers);
    await insertAll(tx, schema.apiKeyLastUse, lastUse);
    await insertAll(tx, schema.apiKeyAddresses, addressesOf(callers));
  });
}

async function writeBilling(tx: Tx, accountId: Id<"acct">, billing: Billing): Promise<void> {
  const { rows, lastNumber } = billing;
  await insertAll(tx, schema.mandates, rows.mandates);
  await insertAll(tx, schema.plans, rows.plans);
  await insertAll(tx, schema.subscriptions, rows.subscriptions);
  await insertAll(tx, schema.invoices, rows.invoices);
  await tx.insert(schema.invoiceCounters).values({ accountId, mode: "test", last: lastNumber });
}

const openedMs = () => nowMs() - 70 * DAY_MS;

/** Makes the account and its keys as old as their first activity. */
async function backdate(tx: Tx, timeline: KeyTimeline): Promise<void> {
  const { accountId, newKey, rotatedMs } = timeline;
  const opened = dateFromMs(openedMs());
  const { accounts, apiKeys } = schema;
  await tx.update(accounts).set({ createdAt: opened }).where(eq(accounts.id, accountId));
  await tx.update(apiKeys).set({ createdAt: opened }).where(eq(apiKeys.accountId, accountId));
  const successor = and(eq(apiKeys.accountId, accountId), eq(apiKeys.id, newKey));
  await tx
    .update(apiKeys)
    .set({ createdAt: dateFromMs(rotatedMs) })
    .where(successor);
}

async function rotateServerKey(ctx: Context): Promise<KeyTimeline> {
  const server = (await listKeys(ctx)).filter((key) => key.kind === "secret");
  const oldKey = server.find((key) => key.rotatedFrom === null)!.id;
  const successor = server.find((key) => key.rotatedFrom === oldKey)?.id;
  const newKey: Id<"key"> = successor ?? (await rotateKey(ctx, oldKey)).key.id;
  const ms = nowMs();
  return { accountId: ctx.accountId, oldKey, newKey, nowMs: ms, ...rotationOf(ms) };
}

/** Returns which of the two server keys the shop used at a time. */
async function keyTimes(ctx: Context): Promise<(ms: number) => Id<"key">> {
  const { oldKey, newKey, quietMs } = await rotateServerKey(ctx);
  return (ms) => (ms < quietMs ? oldKey : newKey);
}

async function writePayouts(random: Random, { accountId }: Context): Promise<void> {
  const rows = payoutRows(random, { accountId, nowMs: nowMs() });
  await transact(async (tx) => {
    await insertAll(tx, schema.payoutBatches, rows.batches);
    await insertAll(tx, schema.payouts, rows.payouts);
    await insertAll(tx, schema.ledgerTransfers, rows.ledgerTransfers);
    await insertAll(tx, schema.ledgerUnsealed, unsealedRows(rows.ledgerTransfers));
    await insertAll(tx, schema.payoutBalances, rows.balances);
  });
}

async function writeWebhooks(random: Random, ctx: Context): Promise<void> {
  const endpoints = planEndpoints(random, nowMs());
  // Older ones would be deleted by now (service.md §8).
  const events = await eventsOf(random, ctx, dateFromMs(nowMs() - 28 * DAY_MS));
  const subscribed = endpoints.flatMap((endpoint) =>
    events
      .filter(({ type }) => endpoint.events.some((each) => type.startsWith(each.replace("*", ""))))
      .map((event) => ({ event, endpoint })),
  );
  const requests = requestsOf(new Random(20_260_420), events, await keyTimes(ctx));
  const planned = subscribed.map(({ event, endpoint }) =>
    planDelivery(random, event, endpoint, nowMs()),
  );
  const sent = subscribed.filter((_, index) => planned[index]!.attempts.length > 0);
  const bodies = sent.map(({ event, endpoint: { version } }) => ({
    accountId: ctx.accountId,
    eventId: event.id,
    version,
    body: renderEventBody(event, version),
  }));
  await transact(async (tx) => {
    await insertAll(
      tx,
      schema.webhookEndpoints,
      endpoints.map((each) => endpointRow(ctx.accountId, each)),
    );
    await writeOutages(tx, ctx, endpoints);
    await recordPastChanges(tx, ctx, changesOfEndpoints(endpoints));
    await insertAll(tx, schema.events, events);
    await insertAll(tx, schema.apiRequests, requests);
    await insertAll(tx, schema.eventBodies, bodies);
    await insertAll(
      tx,
      schema.deliveries,
      planned.map(({ delivery }) => delivery),
    );
    await insertAll(
      tx,
      schema.deliveryAttempts,
      planned.flatMap(({ attempts }) => attempts),
    );
  });
}
