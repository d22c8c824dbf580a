import { systemContext } from "#lib/domain/accounts/index.ts";
import {
  type CostFigures,
  type OutcomeFigures,
  readCosts,
  readOutcomes,
  rollUp,
} from "#lib/domain/analytics/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import { DAY_MS, dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { log } from "#lib/kernel/log.ts";
import * as store from "./store.ts";
import { tellFindings } from "./tell-findings.ts";
import type { BookCheck, CheckSubject, Finding, SettlementSums, Sums } from "./types.ts";
import { readFindings, walkBooks } from "./walk-books.ts";

/** Each run checks the settlements of the last 4 days. */
const SETTLED_DAYS = 4;
/** Each run recomputes one of the last 400 days. */
const SAMPLED_DAYS = 400;

type Found = Pick<BookCheck, "agrees" | "figures">;

/** Checks the books of every account that ever moved money and stores the results. A mismatch is a fault of Paydesk and is
 *  logged as an error. Rolls the figures up first, so that those of a database restored from a dump are rebuilt before
 *  they are compared. */
export async function checkAllBooks(): Promise<void> {
  await rollUp();
  for (const subject of await store.listSubjects()) {
    try {
      const ctx = await systemContext(subject, "book check");
      await checkBooks(ctx);
    } catch (error) {
      log.warn("could not check an account's books", { error, account: subject.accountId });
    }
  }
}

/**
 * Checks the books of one account and mode: every part row by row (`walkBooks`), and with figures for screens the net of
 * recent settlements, the payout balance, and the rollups of one day, which changes every hour. `everything` checks all
 * rows at once instead of a bounded number. Tells new findings by the alert rules. Returns all findings.
 */
export async function checkBooks(
  ctx: Context,
  { everything = false }: { everything?: boolean } = {},
): Promise<Finding[]> {
  const day = sampledDay(ctx);
  await keep(ctx, "settlements", await checkSettlements(ctx));
  await keep(ctx, "payouts", await checkPayouts(ctx));
  await keep(ctx, "outcome_rollups", await checkDay(ctx, day, "outcomes"));
  await keep(ctx, "cost_rollups", await checkDay(ctx, day, "charges"));
  await walkBooks(ctx, { everything });
  await tellFindings(ctx);
  return await readFindings(ctx);
}

async function keep(ctx: Context, subject: CheckSubject, found: Found): Promise<void> {
  await store.recordCheck(ctx, subject, found);
  if (!found.agrees) {
    const { accountId: account, mode } = ctx;
    log.error("the books do not agree", { account, mode, subject, figures: found.figures });
  }
}

async function checkSettlements(ctx: Context): Promise<Found> {
  const since = dateFromMs(businessNow(ctx).getTime() - SETTLED_DAYS * DAY_MS);
  const sums = await store.settlementSums(ctx, since);
  const wrong = sums.filter((one) => !settlementAgrees(one));
  const byCurrency = Map.groupBy(sums, ({ currency }) => currency);
  const total = (some: readonly SettlementSums[], name: "net" | "rowsNet" | "ledgerNet") =>
    String(some.reduce((sum, one) => sum + one[name], 0n));
  return {
    agrees: wrong.length === 0,
    figures: {
      since: since.toISOString(),
      settlements: sums.length,
      rows: sums.reduce((sum, one) => sum + one.rowsCount, 0),
      currencies: [...byCurrency].map(([currency, some]) => ({
        currency,
        net: total(some, "net"),
        rows: total(some, "rowsNet"),
        ledger: total(some, "ledgerNet"),
      })),
      wrong: wrong.map(({ id }) => id),
    },
  };
}

function settlementAgrees(one: SettlementSums): boolean {
  const { net, rowsNet, ledgerNet, sweptNet, count, rowsCount } = one;
  return [rowsNet, ledgerNet, sweptNet].every((other) => other === net) && count === rowsCount;
}

async function checkPayouts(ctx: Context): Promise<Found> {
  const sums = await store.payoutSums(ctx);
  return {
    agrees: sums.every(
      (one) => one.balance === one.ledgerBalance && one.inTransit === one.ledgerInTransit,
    ),
    figures: {
      currencies: sums.map(({ currency, ...figures }) => ({
        currency,
        ...Object.fromEntries(Object.entries(figures).map(([name, sum]) => [name, String(sum)])),
      })),
    },
  };
}

type Day = { from: Date; to: Date };

function sampledDay(ctx: Context): Day {
  const hour = Math.floor(nowMs() / (DAY_MS / 24));
  const today = Math.floor(businessNow(ctx).getTime() / DAY_MS);
  // 37 and 400 are coprime, so every day is reached.
  const day = today - ((hour * 37) % SAMPLED_DAYS);
  return { from: dateFromMs(day * DAY_MS), to: dateFromMs((day + 1) * DAY_MS) };
}

async function checkDay(ctx: Context, day: Day, what: "outcomes" | "charges"): Promise<Found> {
  const rows = await store.plainSums(ctx, what, day);
  const compared = [];
  for (const { currency, count, amount } of rows) {
    const { sums, kinds } = await rolledSums(ctx, day, what, currency);
    compared.push({
      currency,
      rows: { count, amount: String(amount) },
      sums: { count: sums.count, amount: String(sums.amount) },
      kinds: { count: kinds.count, amount: String(kinds.amount) },
    });
  }
  return {
    agrees: compared.every((one) =>
      [one.sums, one.kinds].every(
        ({ count, amount }) => count === one.rows.count && amount === one.rows.amount,
      ),
    ),
    figures: { day: day.from.toISOString().slice(0, 10), currencies: compared },
  };
}

type Total = Omit<Sums, "currency">;

/** A day's sums as screens read them: from the rollup, and from the kinds with filters that match everything. */
async function rolledSums(
  ctx: Context,
  day: Day,
  what: "outcomes" | "charges",
  currency: string,
): Promise<{ sums: Total; kinds: Total }> {
  const query = { ...day, currency, zone: "UTC", interval: "day" as const };
  const valuesOf = (found: readonly { value: string }[]) => found.map(({ value }) => value);
  if (what === "outcomes") {
    const dimensions = ["method", "amount_band"] as const;
    const [all] = await readOutcomes(ctx, [{ ...query, filters: {}, dimensions }]);
    const { method, amount_band } = all!.dimensions;
    const filters = { method: valuesOf(method), amount_band: valuesOf(amount_band) };
    const [kinds] = await readOutcomes(ctx, [{ ...query, filters, dimensions: [] }]);
    return { sums: outcomeTotal(all!), kinds: outcomeTotal(kinds!) };
  }
  const dimensions = ["method", "region"] as const;
  const [all] = await readCosts(ctx, [{ ...query, filters: {}, dimensions }]);
  const { method, region } = all!.dimensions;
  const filters = { method: valuesOf(method), region: valuesOf(region) };
  const [kinds] = await readCosts(ctx, [{ ...query, filters, dimensions: [] }]);
  return { sums: costTotal(all!), kinds: costTotal(kinds!) };
}

function outcomeTotal({ total }: OutcomeFigures): Total {
  const amount = total.approvedAmountMinor + total.declinedAmountMinor;
  return { count: total.approved + total.declined, amount };
}

function costTotal({ total }: CostFigures): Total {
  const { charges, interchangeMinor, schemeFeeMinor, markupMinor, commissionMinor } = total;
  return {
    count: charges,
    amount: interchangeMinor + schemeFeeMinor + markupMinor + commissionMinor,
  };
}
