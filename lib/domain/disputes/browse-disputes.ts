import {
  type Announcement,
  announcementsAbout,
  type Event,
  findEvents,
} from "#lib/domain/events/index.ts";
import { type Transfer, transfersOf } from "#lib/domain/ledger/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { type Id, idTimeMs, isId } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { countByStatus, findFacts, findOfPayment, listItems, sumDue } from "./browse-store.ts";
import type {
  DisputeFacts,
  DisputeFilter,
  DisputeListItem,
  DisputesDue,
  StatusCounts,
} from "./browse-types.ts";
import type { DisputeStatus } from "./dispute-state.ts";

/** The disputes that a filter leaves, newest first, and how many it leaves in each status. For people:
 *  the public API's lists have a contract of their own. */
export async function browseDisputes(
  ctx: Context,
  filter: DisputeFilter,
  page: KeysetPage,
): Promise<KeysetSlice<DisputeListItem> & { counts: StatusCounts }> {
  const [slice, counts] = await Promise.all([
    listItems(ctx, filter, page),
    countByStatus(ctx, filter),
  ]);
  return { ...slice, counts };
}

/** Where a dispute stood after something happened to it, and which request did that. */
export type DisputeMove = {
  eventId: Id<"evt">;
  status: DisputeStatus;
  /** Which texts were there by then. */
  evidence: string[];
  requestId: string | null;
  at: Date;
};

export type DisputeDetail = {
  dispute: DisputeFacts;
  transfers: Transfer[];
  announcements: Announcement[];
  /** The oldest first; only what events still tell, which is the last 30 days. */
  moves: DisputeMove[];
};

/** A dispute with its movements of money, its moves and what was announced of them. Throws
 *  `resource_missing`. Takes no lock. */
export async function disputeDetail(ctx: Context, id: string): Promise<DisputeDetail> {
  const dispute = isId("dp", id) ? await findFacts(ctx, id) : null;
  if (!dispute) throw missing("dispute", id);
  const [transfers, announcements] = await Promise.all([
    transfersOf(ctx, [dispute.id]),
    announcementsAbout(ctx, [dispute.id], idTimeMs(dispute.id)),
  ]);
  const told = announcements.filter(({ type }) => type === "dispute.updated").map(({ id }) => id);
  const events = await findEvents(ctx, told);
  const moves = [...events.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).map(moveOf);
  return { dispute, transfers, announcements, moves };
}

function moveOf({ id, data, requestId, createdAt }: Event): DisputeMove {
  return {
    eventId: id,
    status: String(data.status) as DisputeStatus,
    evidence: Object.keys((data.evidence ?? {}) as object),
    requestId,
    at: createdAt,
  };
}

/** What waits for an answer, by currency, the most urgent first. */
export function disputesDue(ctx: Context): Promise<DisputesDue[]> {
  return sumDue(ctx, businessNow(ctx));
}

/** The dispute of a payment; null when nothing was taken back. */
export function disputeOf(ctx: Context, paymentId: Id<"pay">) {
  return findOfPayment(ctx, paymentId);
}
