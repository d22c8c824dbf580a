import { z } from "zod";
import type { Rail } from "../rail.ts";
import type { Book, Entry } from "./book.ts";

export const money = z.string().regex(/^\d+$/).transform(BigInt);

/** One movement or hold of money. */
export const statementLine = z.object({
  kind: z.enum([
    "authorisation",
    "charge",
    /** Paid by a bank, and later taken back by it. */
    "charge_failure",
    /** Taken back by the payer, and returned to the merchant who won the dispute. */
    "chargeback",
    "chargeback_reversal",
    "capture",
    "cancel",
    "refund",
    "refund_reversal",
    "refund_cancel",
    "payout",
    "payout_return",
    "credit",
  ]),
  /** The payment's id for what its bank took back; the payout's id without the suffix of the second rail; the rail's
   * own id of a credit. */
  id: z.string(),
  /** Null: the rail never saw the charge, or (for a credit) knows only a reference. */
  accountId: z.string().nullable(),
  amountMinor: money,
  currency: z.string(),
});
export type StatementLine = z.infer<typeof statementLine>;
type Kind = StatementLine["kind"];

/** The book, account and time of a statement. */
export type Frame = { book: Book; rail: Rail; accountId: string | null; askedAtMs: number };

/** The movements of an operation so far, later outcomes included. */
export async function linesOf(entry: Entry, frame: Frame): Promise<StatementLine[]> {
  switch (entry.operation) {
    case "authorise":
    case "authenticate":
      return await chargeLines(entry as Entry<"authorise" | "authenticate">, frame);
    case "capture":
      return await captureLines(entry as Entry<"capture">, frame);
    case "cancel":
      return entry.answer.result === "canceled"
        ? [lineOf("cancel", { ...(entry as Entry<"cancel">).request, amountMinor: 0n }, frame)]
        : [];
    case "cancelRefund":
      return entry.answer.result === "canceled"
        ? [lineOf("refund_cancel", (entry as Entry<"cancelRefund">).request, frame)]
        : [];
    case "refund":
      return await refundLines(entry as Entry<"refund">, frame);
    case "disputeStatus":
      return await disputeLines(entry as Entry<"disputeStatus">, frame);
    case "payOut":
      return await payoutLines(entry as Entry<"payOut">, frame);
    case "creditStatus":
      return creditLines(entry as Entry<"creditStatus">);
  }
}

type Moved = { id: string; amountMinor: bigint; currency: string };

const lineOf = (kind: Kind, { id, amountMinor, currency }: Moved, { accountId }: Frame) => ({
  ...{ kind, id, accountId, amountMinor, currency },
});

/** A pending answer is asked for again, because it depends on the time that has passed. */
async function chargeLines(
  { request, answer }: Entry<"authorise" | "authenticate">,
  frame: Frame,
): Promise<StatementLine[]> {
  const { rail, askedAtMs } = frame;
  const now =
    answer.result === "pending"
      ? await rail.authoriseStatus({
          ...request,
          railReference: answer.railReference,
          askedAtMs,
        })
      : answer;
  if (now.result === "authorised") return [lineOf("authorisation", request, frame)];
  if (now.result !== "succeeded") return [];
  const charge = lineOf("charge", request, frame);
  return now.watchAfterMs === undefined ? [charge] : [charge, ...(await takenBack(request, frame))];
}

async function captureLines(
  { request, answer }: Entry<"capture">,
  frame: Frame,
): Promise<StatementLine[]> {
  if (answer.result !== "captured") return [];
  const capture = lineOf("capture", request, frame);
  return answer.watchAfterMs === undefined
    ? [capture]
    : [capture, ...(await takenBack(request, frame))];
}

/** The amount that the payer's bank took back: all that was not refunded. */
async function takenBack(charged: Moved, frame: Frame): Promise<StatementLine[]> {
  const { book, rail, askedAtMs } = frame;
  const charge = await book.find("authorise", charged.id);
  if (!charge) return [];
  const { result } = await rail.chargebackStatus({ ...charge.request, askedAtMs });
  if (result !== "charged_back" && result !== "returned") return [];
  const amountMinor = charged.amountMinor - (await refundedOf(charged.id, frame));
  if (amountMinor <= 0n) return [];
  const kind = result === "returned" ? "charge_failure" : "chargeback";
  return [lineOf(kind, { ...charged, amountMinor }, frame)];
}

async function refundedOf(paymentId: string, frame: Frame): Promise<bigint> {
  let sum = 0n;
  for (const entry of frame.book.entries) {
    if (entry.operation !== "refund") continue;
    const refund = entry as Entry<"refund">;
    if (refund.request.paymentId !== paymentId) continue;
    if ((await refundLines(refund, frame)).length === 1) sum += refund.request.amountMinor;
  }
  return sum;
}

/** None while it is pending, one line when paid, two when returned. */
async function refundLines({ request }: Entry<"refund">, frame: Frame): Promise<StatementLine[]> {
  const { result } = await frame.rail.refundStatus({ ...request, askedAtMs: frame.askedAtMs });
  if (result === "queued" || result === "canceled" || result === "unknown") return [];
  const refund = lineOf("refund", request, frame);
  return result === "failed" ? [refund, lineOf("refund_reversal", request, frame)] : [refund];
}

/** A won dispute returns the amount of the chargeback. */
async function disputeLines(
  { request, answer }: Entry<"disputeStatus">,
  frame: Frame,
): Promise<StatementLine[]> {
  if (answer.result !== "won") return [];
  const { paymentId } = request;
  const charge =
    (await frame.book.find("capture", paymentId)) ??
    (await frame.book.find("authorise", paymentId));
  if (!charge) return [];
  const lines = await takenBack(charge.request, frame);
  return lines.map((line) => ({ ...line, kind: "chargeback_reversal" }));
}

const SECOND_RAIL = /_fallback$/;

async function payoutLines({ request }: Entry<"payOut">, frame: Frame): Promise<StatementLine[]> {
  const { result } = await frame.rail.payoutStatus({ ...request, askedAtMs: frame.askedAtMs });
  if (result !== "settled" && result !== "returned") return [];
  const moved = { ...request, id: request.id.replace(SECOND_RAIL, "") };
  const payout = lineOf("payout", moved, frame);
  return result === "settled" ? [payout] : [payout, lineOf("payout_return", moved, frame)];
}

function creditLines({ request, answer }: Entry<"creditStatus">): StatementLine[] {
  if (answer.result !== "received") return [];
  const { amountMinor, currency } = answer;
  return [{ kind: "credit", id: request.id, accountId: null, amountMinor, currency }];
}
