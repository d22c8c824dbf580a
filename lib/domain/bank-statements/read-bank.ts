import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { addDays } from "#lib/kernel/period.ts";
import type { BankLineState } from "#lib/kernel/vocabulary/bank-statements.ts";
import * as browse from "./browse-store.ts";
import { differenceOf } from "./matching/match-lines.ts";
import { findCandidates, findMissing } from "./movement-store.ts";
import type {
  BankAccount,
  Finding,
  LineFilter,
  LineListItem,
  Movement,
  OpenMovement,
  StatementListItem,
} from "./types.ts";

export type BankOverview = KeysetSlice<StatementListItem> & {
  total: number;
  /** All lines by state. */
  lines: Readonly<Record<BankLineState, number>>;
  /** Settlements and payouts whose day a statement covers and that are on none: the newest, and their number. */
  missing: { movements: Movement[]; total: number };
  accounts: BankAccount[];
};

const MISSING_SHOWN = 50;

/** Returns a page of statements with gaps, the sums over all lines, and what should be on a statement and is not. Takes
 *  no lock. */
export async function bankOverview(ctx: Context, page: KeysetPage): Promise<BankOverview> {
  const [slice, total, lines, missingObjects, accounts] = await Promise.all([
    browse.listStatementItems(ctx, page),
    browse.countStatements(ctx),
    browse.countLinesByState(ctx),
    findMissing(ctx, MISSING_SHOWN),
    browse.listBankAccounts(ctx),
  ]);
  return { ...slice, total, lines, missing: missingObjects, accounts };
}

/** Returns a page of the lines that match the filter, booked last first, with their exact total. Takes no lock. */
export async function browseLines(
  ctx: Context,
  filter: LineFilter,
  page: KeysetPage,
): Promise<KeysetSlice<LineListItem> & { total: number }> {
  const [slice, total] = await Promise.all([
    browse.listLineItems(ctx, filter, page),
    browse.countLineItems(ctx, filter),
  ]);
  return { ...slice, total };
}

/** Returns a line with its matches. Throws `resource_missing`. Takes no lock. */
export async function getLine(ctx: Context, id: string): Promise<LineListItem> {
  const line = await browse.findLineItem(ctx, id);
  if (!line) throw missing("bank line", id);
  return line;
}

export type Candidate = OpenMovement & {
  /** The difference between the line and this object; null if there is none. */
  difference: Finding | null;
};

const CANDIDATES = 20;
/** Without a search, objects this many days around the line are offered. */
const NEAR_DAYS = 45;
const FAR_DAYS = 800;

/** Returns settlements and payouts that an open line could be about, the nearest in amount and day first. Throws
 *  `resource_missing`. Takes no lock. */
export async function candidatesFor(
  ctx: Context,
  lineId: string,
  search: string,
): Promise<Candidate[]> {
  const line = await getLine(ctx, lineId);
  const { amountMinor, currency, valueDay } = line;
  const days = search === "" ? NEAR_DAYS : FAR_DAYS;
  const movements = await findCandidates(ctx, {
    fromDay: addDays(valueDay, -days),
    toDay: addDays(valueDay, days),
    ...{ amountMinor, currency, valueDay, search },
    limit: CANDIDATES,
  });
  return movements.map((one) => {
    const left = { ...one, amountMinor: one.leftMinor };
    const isEqual = one.leftMinor === amountMinor && one.currency === currency;
    return { ...one, difference: isEqual ? null : differenceOf(line, [left]) };
  });
}
