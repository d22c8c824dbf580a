import type { EventListItemView } from "#lib/dashboard/views/webhooks.ts";

type Counts = EventListItemView["deliveries"];

/** The worst status of an event's deliveries, and a sentence about all of them. */
export function deliveriesOutcome(counts: Counts): { status: string | null; label: string } {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total === 0) return { status: null, label: "No endpoint subscribed" };
  const { failed = 0, retrying = 0, held = 0, pending = 0, delivered = 0 } = counts;
  if (failed > 0) return { status: "failed", label: `${failed} of ${total} failed` };
  if (retrying > 0) return { status: "retrying", label: `${retrying} of ${total} retrying` };
  if (pending > 0) return { status: "pending", label: `${pending} of ${total} in progress` };
  if (held > 0) return { status: "held", label: `${held} of ${total} held` };
  if (delivered === 0) return { status: "canceled", label: "Canceled" };
  return { status: "delivered", label: `${delivered} delivered` };
}
