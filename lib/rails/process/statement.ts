import { z } from "zod";
import { nowMs } from "#lib/kernel/clock.ts";
import type { Rail } from "../rail.ts";
import type { Book, Entry } from "./book.ts";

const money = z.string().regex(/^\d+$/).transform(BigInt);
const sum = z.object({ count: z.number(), amountMinor: money });

/** One thing that moved money, or held it. */
const line = z.object({
  kind: z.enum([
    "authorisation",
    "charge",
    "capture",
    "cancel",
    "refund",
    "refund_reversal",
    "refund_cancel",
    "payout",
    "payout_return",
  ]),
  id: z.string(),
  /** Null: the rail never saw the charge it belongs to. */
  accountId: z.string().nullable(),
  amountMinor: money,
  currency: z.string(),
});
export type StatementLine = z.infer<typeof line>;

/** What the rail says of itself. `charges` and `captures` took money, `refunds` gave it back and
 *  `refundReversals` are those that came back. */
export const statementShape = z.object({
  lines: z.array(line),
  totals: z.array(
    z.object({
      accountId: z.string().nullable(),
      currency: z.string(),
      charges: sum,
      captures: sum,
      refunds: sum,
      refundReversals: sum,
    }),
  ),
  /** Operations that came again and were answered again, by name. */
  repeats: z.record(z.string(), z.number()),
  /** How often it was asked what became of something. */
  asked: z.number(),
  conflicts: z.number(),
});
export type Statement = z.infer<typeof statementShape>;

/** The book as lines of money and their totals per account and currency, as of now: delayed refunds
 *  count once they have left the queue. */
export async function statementOf(book: Book, rail: Rail): Promise<Statement> {
  const accounts = new Map<string, string>();
  for (const entry of book.entries) {
    if (entry.operation === "authorise") {
      const { id, accountId } = (entry as Entry<"authorise">).request;
      accounts.set(id, accountId);
    }
  }
  const lines: StatementLine[] = [];
  for (const entry of book.entries) lines.push(...(await linesOf(entry, rail, accounts)));
  const { repeats, asked, conflicts } = book;
  return { lines, totals: totalsOf(lines), repeats: { ...repeats }, asked, conflicts };
}

async function linesOf(
  entry: Entry,
  rail: Rail,
  accounts: ReadonlyMap<string, string>,
): Promise<StatementLine[]> {
  const { id, currency } = entry.request;
  const paymentId = "paymentId" in entry.request ? entry.request.paymentId : id;
  const amountMinor = "amountMinor" in entry.request ? entry.request.amountMinor : 0n;
  const accountId =
    "accountId" in entry.request ? entry.request.accountId : (accounts.get(paymentId) ?? null);
  const shared = { id, accountId, amountMinor, currency };
  switch (entry.operation) {
    case "authorise":
    case "authenticate": {
      if (entry.answer.result === "succeeded") return [{ kind: "charge", ...shared }];
      if (entry.answer.result === "authorised") return [{ kind: "authorisation", ...shared }];
      return [];
    }
    case "capture":
      return entry.answer.result === "captured" ? [{ kind: "capture", ...shared }] : [];
    case "cancel":
      return entry.answer.result === "canceled" ? [{ kind: "cancel", ...shared }] : [];
    case "cancelRefund":
      return entry.answer.result === "canceled" ? [{ kind: "refund_cancel", ...shared }] : [];
    case "refund": {
      const { result } = await rail.refundStatus({
        ...(entry as Entry<"refund">).request,
        askedAtMs: nowMs(),
      });
      if (result === "queued" || result === "canceled" || result === "unknown") return [];
      if (result !== "failed") return [{ kind: "refund", ...shared }];
      return [
        { kind: "refund", ...shared },
        { kind: "refund_reversal", ...shared },
      ];
    }
    case "payOut": {
      const { result } = await rail.payoutStatus({
        ...(entry as Entry<"payOut">).request,
        askedAtMs: nowMs(),
      });
      if (result === "settled") return [{ kind: "payout", ...shared }];
      if (result !== "returned") return [];
      return [
        { kind: "payout", ...shared },
        { kind: "payout_return", ...shared },
      ];
    }
  }
}

const COLUMNS = {
  charge: "charges",
  capture: "captures",
  refund: "refunds",
  refund_reversal: "refundReversals",
} as const;

function totalsOf(lines: readonly StatementLine[]): Statement["totals"] {
  const nothing = () => ({ count: 0, amountMinor: 0n });
  const totals = new Map<string, Statement["totals"][number]>();
  for (const { kind, accountId, currency, amountMinor } of lines) {
    if (!(kind in COLUMNS)) continue;
    const key = `${accountId} ${currency}`;
    const row = totals.get(key) ?? {
      accountId,
      currency,
      charges: nothing(),
      captures: nothing(),
      refunds: nothing(),
      refundReversals: nothing(),
    };
    totals.set(key, row);
    const column = row[COLUMNS[kind as keyof typeof COLUMNS]];
    column.count++;
    column.amountMinor += amountMinor;
  }
  return [...totals.values()];
}
