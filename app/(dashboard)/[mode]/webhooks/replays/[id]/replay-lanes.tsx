import { countText } from "#components/format/locale.ts";
import type { Column } from "#components/table/columns.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { Section } from "#components/ui/section.tsx";
import type { ReplayDetailView } from "#lib/dashboard/views/webhooks.ts";
import { useSession } from "../../../../session.tsx";
import { HookUrl } from "../../hook-url.tsx";
import { ReplayBar } from "../replay-bar.tsx";
import { doneOf } from "../replay-labels.ts";

type Lane = ReplayDetailView["lanes"][number] & { over: boolean };

const COLUMNS: readonly Column<Lane>[] = [
  {
    id: "endpoint",
    header: "Endpoint",
    card: "lead",
    cell: (lane) => (
      <span className="font-medium">
        <HookUrl url={lane.endpoint.url} deleted={lane.endpoint.deleted} />
      </span>
    ),
  },
  {
    id: "phase",
    header: "Rate",
    width: "w-44",
    cell: (lane) => <span className="text-ink-muted tabular-nums">{paceLabel(lane)}</span>,
  },
  {
    id: "arrived",
    header: "Arrived",
    align: "right",
    width: "w-52",
    cell: (lane) => (
      <span className="inline-flex items-center justify-end gap-3 align-middle">
        <ReplayBar counts={lane} className="w-16" />
        <span className="text-right tabular-nums md:min-w-24">
          {countText(lane.delivered)}
          <span className="text-ink-faint"> of {countText(lane.total)}</span>
        </span>
      </span>
    ),
  },
];

function paceLabel(lane: Lane): string {
  if (doneOf(lane) >= lane.total) return "Done";
  if (lane.phase === "stopped") return lane.endpoint.disabled ? "Endpoint disabled" : "Stopped";
  if (lane.over) return "No more deliveries are sent";
  if (lane.phase === "canary") return "The first five";
  return `Up to ${countText(lane.perSecond)} per second`;
}

/** Each endpoint's share. Endpoints do not wait for each other. */
export function ReplayLanes({ replay }: { replay: ReplayDetailView }) {
  const { mode } = useSession();
  const over = replay.status !== "running";
  return (
    <Section title="Endpoints" note="Each at its own rate; endpoints do not wait for each other.">
      <DataTable
        caption="Outcome per endpoint"
        columns={COLUMNS}
        rows={replay.lanes.map((lane) => ({ ...lane, over }))}
        rowKey={(lane) => lane.endpoint.id}
        rowHref={(lane) => `/${mode}/webhooks/endpoints/${lane.endpoint.id}`}
        empty={
          <p className="py-4 text-14 text-ink-muted">
            {replay.frozen
              ? "Nothing in this period was left to send."
              : "Counting deliveries. Sending starts afterwards."}
          </p>
        }
      />
    </Section>
  );
}
