import { type Announcement, announcementsAbout } from "#lib/domain/events/index.ts";
import { type Transfer, transfersOf } from "#lib/domain/ledger/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { idTimeMs, isPaymentId } from "#lib/kernel/ids.ts";
import type { PaymentListItem } from "./browse-types.ts";
import { findFacts, otherAttempts, type PaymentFacts } from "./detail-store.ts";

export type PaymentDetail = {
  payment: PaymentFacts;
  attempts: PaymentListItem[];
  transfers: Transfer[];
  announcements: Announcement[];
};

/**
 * All that support needs to know of one payment: its facts, other tries at the same purchase, the
 * movements of money and the events of it and of the objects that came of it (`relatedIds`: its
 * refunds and its dispute). Throws `resource_missing`. Takes no lock.
 */
export async function paymentDetail(
  ctx: Context,
  id: string,
  relatedIds: readonly string[],
): Promise<PaymentDetail> {
  const payment = await getPaymentFacts(ctx, id);
  const objectIds = [payment.id, ...relatedIds];
  const [attempts, transfers, announcements] = await Promise.all([
    otherAttempts(ctx, payment),
    transfersOf(ctx, objectIds),
    announcementsAbout(ctx, objectIds, idTimeMs(payment.id)),
  ]);
  return { payment, attempts, transfers, announcements };
}

async function getPaymentFacts(ctx: Context, id: string): Promise<PaymentFacts> {
  const facts = isPaymentId(id) ? await findFacts(ctx, id) : null;
  if (!facts) throw missing("payment", id);
  return facts;
}
