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
    header: "Pace",
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
        <span className="min-w-24 text-right tabular-nums">
          {lane.delivered.toLocaleString("en")}
          <span className="text-ink-faint"> of {lane.total.toLocaleString("en")}</span>
        </span>
      </span>
    ),
  },
];

function paceLabel(lane: Lane): string {
  if (doneOf(lane) >= lane.total) return "Done";
  if (lane.phase === "stopped") return lane.endpoint.disabled ? "Endpoint disabled" : "Stopped";
  if (lane.over) return "Not sent further";
  if (lane.phase === "canary") return "The first five";
  return `Up to ${lane.perSecond.toLocaleString("en")} a second`;
}

/** Each endpoint's share: they do not wait for each other. */
export function ReplayLanes({ replay }: { replay: ReplayDetailView }) {
  const { mode } = useSession();
  const over = replay.status !== "running";
  return (
    <Section title="Endpoints" note="Each at its own pace; none waits for another.">
      <DataTable
        caption="What became of each endpoint's share"
        columns={COLUMNS}
        rows={replay.lanes.map((lane) => ({ ...lane, over }))}
        rowKey={(lane) => lane.endpoint.id}
        rowHref={(lane) => `/${mode}/webhooks/endpoints/${lane.endpoint.id}`}
        empty={
          <p className="py-4 text-14 text-ink-muted">
            {replay.frozen
              ? "Nothing in this range was left to send."
              : "The set is being counted; sending begins when it is whole."}
          </p>
        }
      />
    </Section>
  );
}
