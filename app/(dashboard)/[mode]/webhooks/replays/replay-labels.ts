import { answerLabel, plural, urlParts } from "#components/format/delivery-labels.ts";
import { partsIn } from "#components/time/format.ts";
import type { ReplayListItemView } from "#lib/dashboard/views/webhooks.ts";
import type { Replayable } from "#lib/kernel/vocabulary/webhooks.ts";
import { subscriptionLabel } from "../event-labels.ts";

type Counts = Pick<ReplayListItemView, "total" | "delivered" | "failed" | "skipped">;

/** Number of deliveries that are final, with any outcome. */
export function doneOf({ delivered, failed, skipped }: Counts): number {
  return delivered + failed + skipped;
}

/** Whether the replay still changes. */
export function isMoving({ status, sent }: Pick<ReplayListItemView, "status" | "sent">): boolean {
  return status === "queued" || status === "running" || sent > 0;
}

/** `12 Apr, 09:31 – 10:42`: a window in the merchant's zone. */
export function windowLabel(from: string, to: string, zone: string): string {
  const [a, b] = [partsIn(new Date(from), zone), partsIn(new Date(to), zone)];
  const start = `${a.day} ${a.month}, ${a.hour}:${a.minute}`;
  const sameDay = a.day === b.day && a.month === b.month && a.year === b.year;
  const end = `${b.hour}:${b.minute}`;
  return sameDay ? `${start} – ${end}` : `${start} – ${b.day} ${b.month}, ${end}`;
}

const STATUSES: Record<Replayable, string[]> = {
  failed: ["failed", "retrying"],
  held: ["never sent"],
  delivered: ["delivered"],
};

/** `Failed, retrying or never sent, payment.*` */
export function selectionLabel(statuses: readonly Replayable[], types: readonly string[]): string {
  const words = statuses.flatMap((status) => STATUSES[status]);
  const which = [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" or ");
  const first = which.charAt(0).toUpperCase() + which.slice(1);
  return types.includes("*") ? `${first}, every event` : `${first}, ${subscriptionLabel(types)}`;
}

/** `hooks.shop.example/paydesk`, `3 endpoints`. */
export function endpointsLabel(endpoints: ReplayListItemView["endpoints"]): string {
  const [only] = endpoints;
  if (endpoints.length !== 1 || !only) return plural(endpoints.length, "endpoint");
  const { host, path } = urlParts(only.url);
  return `${host}${path}`;
}

/** `less than a second`, `about 40 s`, `about 3 min`, `about 2 h 5 min`. */
export function aboutSeconds(seconds: number): string {
  if (seconds <= 1) return "about a second";
  if (seconds < 90) return `about ${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 90) return `about ${minutes} min`;
  const rest = minutes % 60;
  return `about ${Math.floor(minutes / 60)} h${rest > 0 ? ` ${rest} min` : ""}`;
}

const SKIPS: Record<string, string> = {
  succeeded_meanwhile: "Arrived meanwhile",
  other_replay: "In another active replay",
  expired: "Older than 30 days",
  endpoint_deleted: "Endpoint deleted",
  superseded: "Replayed by someone else",
  canceled: "Not sent: canceled before",
};

type Cause = { outcome: string; reason: string | null; responseStatus: number | null };

/** Causes of failure for a row. */
export function causeLabel({ outcome, reason, responseStatus }: Cause): string {
  if (outcome === "skipped") return SKIPS[reason ?? ""] ?? "Skipped";
  return answerLabel(responseStatus, reason);
}
