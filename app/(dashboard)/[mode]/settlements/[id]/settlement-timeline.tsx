import { Timestamp } from "#components/time/timestamp.tsx";
import type { TimelineEntry } from "#components/ui/timeline.tsx";
import type { SettlementView } from "#lib/dashboard/views/settlements.ts";
import {
  eventHappening,
  type Happening,
  inOrder,
  transferHappenings,
} from "../../shared/event-entry.tsx";

/** All that happened to a settlement: the sweep, the ledger, the bank's answer, events and deliveries. */
export function settlementTimeline(settlement: SettlementView, mode: string): TimelineEntry[] {
  return inOrder([
    swept(settlement),
    ...transferHappenings(settlement.transfers),
    ...settlement.events.map((event) => eventHappening(event, mode)),
  ]);
}

function swept({ createdAt, transactionCount }: SettlementView): Happening {
  return {
    id: "swept",
    time: createdAt,
    rank: 0,
    at: <Timestamp value={createdAt} focusable />,
    title: `${transactionCount.toLocaleString("en")} ${transactionCount === 1 ? "transaction was" : "transactions were"} settled`,
  };
}
