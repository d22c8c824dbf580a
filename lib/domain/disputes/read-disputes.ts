import {
  type Event,
  type EventWithDeliveries,
  eventsAbout,
  findEvents,
} from "#lib/domain/events/index.ts";
import { type Transfer, transfersOf } from "#lib/domain/ledger/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { type Id, idTimeMs, isId } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import type { DisputeStatus } from "#lib/kernel/vocabulary/disputes.ts";
import { countItems, findFacts, findOfPayment, listItems, sumDue } from "./browse-store.ts";
import { filesOf } from "./files/file-store.ts";
import * as store from "./store.ts";
import type {
  Dispute,
  DisputeFacts,
  DisputeFile,
  DisputeFilter,
  DisputeListItem,
  DisputesDue,
} from "./types.ts";

export type ListDisputesRequest = PageRequest & {
  payment?: string | undefined;
  status?: DisputeStatus | undefined;
  created?: CreatedRange | undefined;
};

/** Returns one page of disputes, newest first. Throws `parameter_invalid` if a cursor is not a dispute of this account
 *  and mode. Takes no lock. */
export async function listDisputes(
  ctx: Context,
  request: ListDisputesRequest,
): Promise<Page<Dispute>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}

/** Returns a dispute of this account and mode. Throws `resource_missing`. Takes no lock. */
export async function getDispute(ctx: Context, id: string): Promise<Dispute> {
  const dispute = await store.find(ctx, id);
  if (!dispute) throw missing("dispute", id);
  return dispute;
}

/** Returns the existing disputes among `ids`, by id, in one query. Takes no lock. */
export async function findDisputes(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, Dispute>> {
  const found = await store.findMany(ctx, ids);
  return new Map(found.map((dispute) => [dispute.id, dispute]));
}

/** Returns a page of the disputes that match the filter, newest first, and the number of matches. For the
 *  dashboard; the public API lists with `listDisputes`. */
export async function browseDisputes(
  ctx: Context,
  filter: DisputeFilter,
  page: KeysetPage,
): Promise<KeysetSlice<DisputeListItem> & { total: number }> {
  const [slice, total] = await Promise.all([listItems(ctx, filter, page), countItems(ctx, filter)]);
  return { ...slice, total };
}

/** A dispute's status after a change, and the request that made the change. */
type DisputeMove = {
  eventId: Id<"evt">;
  status: DisputeStatus;
  /** The fields that had a text by then. */
  evidence: string[];
  /** The number of files by then. */
  files: number;
  requestId: string | null;
  at: Date;
};

export type DisputeDetail = {
  dispute: DisputeFacts;
  /** Oldest first. */
  files: DisputeFile[];
  transfers: Transfer[];
  events: EventWithDeliveries[];
  /** Oldest first; only of the last 30 days, because they are read from events. */
  moves: DisputeMove[];
};

/** Returns a dispute with its ledger transfers, status changes and events. Throws `resource_missing`. Takes no lock. */
export async function disputeDetail(ctx: Context, id: string): Promise<DisputeDetail> {
  const dispute = isId("dp", id) ? await findFacts(ctx, id) : null;
  if (!dispute) throw missing("dispute", id);
  const [files, transfers, events] = await Promise.all([
    filesOf(ctx, dispute.id),
    transfersOf(ctx, [dispute.id]),
    eventsAbout(ctx, [dispute.id], idTimeMs(dispute.id)),
  ]);
  const updates = events.filter(({ type }) => type === "dispute.updated");
  const found = await findEvents(
    ctx,
    updates.map(({ id }) => id),
  );
  const moves = [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).map(moveOf);
  return { dispute, files, transfers, events, moves };
}

function moveOf({ id, data, requestId, createdAt }: Event): DisputeMove {
  return {
    eventId: id,
    status: String(data.status) as DisputeStatus,
    evidence: Object.keys((data.evidence ?? {}) as object),
    files: ((data.evidence_files ?? []) as string[]).length,
    requestId,
    at: createdAt,
  };
}

/** Returns count and sum of the disputes that need a response, by currency, nearest deadline first. Takes no lock. */
export function disputesDue(ctx: Context): Promise<DisputesDue[]> {
  return sumDue(ctx, businessNow(ctx));
}

/** Returns the dispute of a payment, or null if it has none. Takes no lock. */
export function disputeOf(ctx: Context, paymentId: Id<"pay">) {
  return findOfPayment(ctx, paymentId);
}
