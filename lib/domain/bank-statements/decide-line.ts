import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import type { BankLineState, MovementKind } from "#lib/kernel/vocabulary/bank-statements.ts";
import { actorId } from "./add-statements.ts";
import { deleteMatches, insertMatches } from "./matching/match-store.ts";
import { findMovementsOf } from "./movement-store.ts";
import * as store from "./store.ts";
import type { BankLine, OpenMovement } from "./types.ts";

type Chosen = { kind: MovementKind; id: string };

/**
 * Matches an open line with settlements and payouts that a member chose, whatever their amounts; the reason is stored. A
 * line that is less than its only object pays a part of it, and other lines can pay the rest. Throws `resource_missing`,
 * `parameter_invalid` (`objects`) for objects in the other direction, and `state_invalid` if the line is not open, or
 * exceeds what earlier lines left of its objects. Waits for other changes of this account's statements.
 */
export async function matchLineIn(
  tx: Tx,
  ctx: Context,
  lineId: string,
  { objects, reason }: { objects: readonly Chosen[]; reason: string },
): Promise<void> {
  const line = await lockedLine(tx, ctx, lineId, ["open"]);
  const movements = await chosenMovements(tx, ctx, objects);
  if (movements.some(({ amountMinor }) => amountMinor > 0n !== line.amountMinor > 0n)) {
    const direction = line.amountMinor > 0n ? "a credit" : "a debit";
    throw invalid("objects", `The line is ${direction}; an object that you chose is not.`);
  }
  refuseMoreThanLeft(line, movements);
  const decidedBy = actorId(ctx);
  await move(tx, ctx, line, { state: "matched", isHeld: false, reason: null });
  const shares = sharesOf(line, movements);
  const match = { lineId: line.id, movements: shares, confidence: "manual" } as const;
  await insertMatches(tx, ctx, [match], { reason, decidedBy });
  await recordChangeIn(tx, ctx, {
    action: "bank_line.matched",
    subject: subjectOf(line),
    after: {
      objects: movements.map(({ kind, objectId }) => `${kind} ${objectId}`),
      amount: formatMinor(line.amountMinor, line.currency),
      objects_amount: movements.map((one) => formatMinor(one.amountMinor, one.currency)),
      reason,
    },
  });
}

/**
 * Takes a line's matches away, or takes it back from what was set aside. It is open then, and is not matched automatically
 * again. Throws `resource_missing` and `state_invalid`.
 */
export async function unmatchLineIn(
  tx: Tx,
  ctx: Context,
  lineId: string,
  reason: string,
): Promise<void> {
  const line = await lockedLine(tx, ctx, lineId, ["matched", "set_aside"]);
  const matches = await deleteMatches(tx, ctx, line.id);
  await move(tx, ctx, line, { state: "open", isHeld: true, reason: null });
  await recordChangeIn(tx, ctx, {
    action: "bank_line.unmatched",
    subject: subjectOf(line),
    before: {
      state: line.state,
      objects: matches.map(({ kind, objectId }) => `${kind} ${objectId}`),
      confidence: matches[0]?.confidence,
      reason: line.reason ?? matches[0]?.reason,
    },
    after: { state: "open", objects: [], reason },
  });
}

/** Sets an open line aside: it is about nothing that Paydesk moved. Throws `resource_missing` and `state_invalid`. */
export async function setLineAsideIn(
  tx: Tx,
  ctx: Context,
  lineId: string,
  reason: string,
): Promise<void> {
  const line = await lockedLine(tx, ctx, lineId, ["open"]);
  await move(tx, ctx, line, { state: "set_aside", isHeld: true, reason });
  await recordChangeIn(tx, ctx, {
    action: "bank_line.set_aside",
    subject: subjectOf(line),
    after: { amount: formatMinor(line.amountMinor, line.currency), reason },
  });
}

/**
 * Removes a statement that was added by mistake, with its lines and their matches. Lines of other statements that repeated
 * one of its lines count again. Throws `resource_missing`.
 */
export async function removeStatementIn(
  tx: Tx,
  ctx: Context,
  id: string,
  reason: string,
): Promise<void> {
  await store.lockBank(tx, ctx);
  const statement = await store.findStatement(tx, ctx, id);
  if (!statement) throw missing("bank statement", id);
  await store.deleteStatement(tx, ctx, statement.id);
  const { bankAccount, fromDay, toDay, lineCount, fileName, fileSha256 } = statement;
  await recordChangeIn(tx, ctx, {
    action: "bank_statement.removed",
    subject: { id: statement.id, name: fileName },
    before: { bank_account: bankAccount, fromDay, toDay, lines: lineCount, sha256: fileSha256 },
    after: { reason },
  });
}

const subjectOf = (line: BankLine) => ({
  id: line.id,
  name: `${formatMinor(line.amountMinor, line.currency)} on ${line.bookingDay}`,
});

const NOT_OPEN: Readonly<Record<BankLineState, string>> = {
  open: "This line is open.",
  matched: "This line is matched already.",
  set_aside: "This line is set aside.",
  twice: "This line is on another statement already and counts there.",
};

async function lockedLine(
  tx: Tx,
  ctx: Context,
  id: string,
  states: readonly BankLineState[],
): Promise<BankLine> {
  await store.lockBank(tx, ctx);
  const line = await store.lockLine(tx, ctx, id);
  if (!line) throw missing("bank line", id);
  if (states.includes(line.state)) return line;
  throw new ApiError("state_invalid", NOT_OPEN[line.state]);
}

async function move(
  tx: Tx,
  ctx: Context,
  line: BankLine,
  to: Pick<BankLine, "state" | "isHeld" | "reason">,
): Promise<void> {
  if (await store.moveLine(tx, ctx, line, { ...to, decidedBy: actorId(ctx) })) return;
  throw new Error("a locked line has changed");
}

async function chosenMovements(
  tx: Tx,
  ctx: Context,
  objects: readonly Chosen[],
): Promise<OpenMovement[]> {
  const open = await findMovementsOf(
    tx,
    ctx,
    objects.map(({ id }) => id),
  );
  const found: OpenMovement[] = [];
  for (const { kind, id } of objects) {
    const one = open.find((movement) => movement.kind === kind && movement.objectId === id);
    if (!one) throw missing("settlement or payout that moved money", id, "objects");
    if (!found.includes(one)) found.push(one);
  }
  return found;
}

const magnitude = (minor: bigint) => (minor < 0n ? -minor : minor);

/** Objects that other lines pay in part already take what is left of them, and no more. */
function refuseMoreThanLeft(line: BankLine, movements: readonly OpenMovement[]): void {
  const begun = movements.find(({ amountMinor, leftMinor }) => leftMinor !== amountMinor);
  if (!begun) return;
  const { objectId, currency, leftMinor } = begun;
  const left = movements.reduce((sum, one) => sum + one.leftMinor, 0n);
  const isForeign = movements.some((one) => one.currency !== line.currency);
  if (!isForeign && leftMinor !== 0n && magnitude(line.amountMinor) <= magnitude(left)) return;
  const rest = leftMinor === 0n ? "" : `, and ${formatMinor(leftMinor, currency)} of it is left`;
  throw new ApiError(
    "state_invalid",
    `${objectId} is on another line already${rest}. Unmatch that first.`,
  );
}

/** The amount that the line pays of each object: the line's amount of a single larger one, else all that is left. */
function sharesOf(line: BankLine, movements: readonly OpenMovement[]) {
  const [only] = movements;
  const isPart =
    movements.length === 1 &&
    only!.currency === line.currency &&
    magnitude(line.amountMinor) < magnitude(only!.leftMinor);
  return movements.map((one) => ({
    ...one,
    shareMinor: isPart ? line.amountMinor : one.leftMinor,
  }));
}
