import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import { addDays } from "#lib/kernel/period.ts";
import { fingerprintsOf } from "./check-statement.ts";
import type { ParsedStatement } from "./formats/types.ts";
import * as store from "./store.ts";
import type { BankLine, BankStatement } from "./types.ts";

export type SeenLines = {
  /** One per line of the statement, in order. */
  fingerprints: string[];
  /** The lines that count already, by fingerprint. */
  counted: Map<string, BankLine["id"]>;
};

/**
 * The fingerprints of a statement's lines, and the lines of other statements that they repeat. A statement that begins with
 * the balance with which another one of the same days ends, such as the next page, repeats none of its lines: equal ones
 * are different lines and numbered on.
 */
export async function findSeenLines(
  tx: Tx,
  ctx: Context,
  parsed: ParsedStatement,
): Promise<SeenLines> {
  const seen = async (fingerprints: string[]): Promise<SeenLines> => ({
    fingerprints,
    counted: await store.findCounted(tx, ctx, parsed, fingerprints),
  });
  const alone = await seen(fingerprintsOf(parsed.lines));
  const joined = alone.counted.size > 0 ? await joinedTo(tx, ctx, parsed) : [];
  if (joined.length === 0) return alone;
  const taken = await store.fingerprintsIn(tx, ctx, joined);
  return await seen(fingerprintsOf(parsed.lines, taken));
}

type Ends = Pick<BankStatement, "openingMinor" | "closingMinor" | "reference">;

/** Only banks that name their statements divide a day among several. */
const follows = (before: Ends, after: Ends) =>
  before.closingMinor === after.openingMinor &&
  before.reference !== null &&
  after.reference !== null;

/** A statement that is longer is no page of one. */
const LONGEST_DAYS = 40;

/** The ids of the statements of the same days that join it by their balances, directly or through others. */
async function joinedTo(
  tx: Tx,
  ctx: Context,
  parsed: ParsedStatement,
): Promise<BankStatement["id"][]> {
  const { fromDay, toDay } = parsed;
  const days = { fromDay, toDay: addDays(toDay, LONGEST_DAYS) };
  const ending = await store.findEnding(tx, ctx, parsed, days);
  let left = ending.filter((one) => one.fromDay <= toDay && one.reference !== parsed.reference);
  const joined: BankStatement["id"][] = [];
  for (let ends: Ends[] = [parsed]; ends.length > 0; ) {
    const next = left.filter((one) => ends.some((end) => follows(end, one) || follows(one, end)));
    joined.push(...next.map(({ id }) => id));
    left = left.filter((one) => !next.includes(one));
    ends = next;
  }
  return joined;
}
