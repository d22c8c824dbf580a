import type { Tx } from "#db/transact.ts";
import { closeLines, type Line, sumOf } from "#lib/domain/billing/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import { moveInvoiceIn } from "./move-invoice.ts";
import * as store from "./store.ts";
import type { Debtor, Invoice } from "./types.ts";

const NUMBER_DIGITS = 6;

/** Adds lines to the draft of a subscription's next invoice. The caller has locked the subscription. */
export async function addToDraftIn(
  tx: Tx,
  ctx: Context,
  debtor: Debtor,
  lines: readonly Line[],
): Promise<void> {
  if (lines.length === 0) return;
  const current = await store.lockDraft(tx, ctx, debtor.subscriptionId);
  const from = current ?? blank(ctx, debtor);
  const all = [...from.lines, ...lines];
  const sum = sumOf(all);
  const to: Invoice = { ...from, lines: all, amountDueMinor: sum > 0n ? sum : 0n };
  if (current) await store.update(tx, current, to);
  else await store.insert(tx, to);
}

/**
 * Issues a numbered invoice with the given lines and those of the draft: open, or paid if no amount is due. A credit
 * that exceeds the charges goes to the next draft, as of `creditAt` (now, unless given). The caller has locked the
 * subscription, which has no other open invoice.
 */
export async function issueInvoiceIn(
  tx: Tx,
  ctx: Context,
  debtor: Debtor,
  lines: readonly Line[],
  creditAt = businessNow(ctx),
): Promise<Invoice> {
  const draft = await store.lockDraft(tx, ctx, debtor.subscriptionId);
  const from = draft ?? blank(ctx, debtor);
  const closed = closeLines([...from.lines, ...lines], creditAt);
  const opened: Invoice = {
    ...from,
    status: "open",
    number: numberOf(await store.nextNumber(tx, ctx)),
    lines: closed.lines,
    amountDueMinor: closed.amountDueMinor,
    dueDate: businessNow(ctx),
    requestId: ctx.requestId,
  };
  if (draft) await store.update(tx, draft, opened);
  else await store.insert(tx, opened);
  if (closed.carried) await addToDraftIn(tx, ctx, debtor, [closed.carried]);
  return opened.amountDueMinor === 0n ? await moveInvoiceIn(tx, ctx, opened, "paid") : opened;
}

/** Voids the draft of a subscription that gets no further invoice. In one statement: another invoice of the subscription
 *  can be open while a debit collects it. */
export async function voidDraftIn(tx: Tx, ctx: Context, draft: Invoice): Promise<void> {
  const number = numberOf(await store.nextNumber(tx, ctx));
  await store.update(tx, draft, { ...draft, status: "void", number });
}

function blank(ctx: Context, debtor: Debtor): Invoice {
  return {
    id: newId("in"),
    accountId: ctx.accountId,
    mode: ctx.mode,
    subscriptionId: debtor.subscriptionId,
    customerId: debtor.customerId,
    status: "draft",
    number: null,
    currency: debtor.currency,
    lines: [],
    amountDueMinor: 0n,
    amountPaidMinor: 0n,
    dueDate: null,
    attemptCount: 0,
    paymentId: null,
    collecting: false,
    dueAt: null,
    requestId: ctx.requestId,
    paidAt: null,
    reopenedAt: null,
    createdAt: businessNow(ctx),
  };
}

const numberOf = (nth: number) => `INV-${String(nth).padStart(NUMBER_DIGITS, "0")}`;
