import { useQueryClient } from "@tanstack/react-query";
import { Square } from "lucide-react";
import type { ReactNode } from "react";
import type { UrlFilters } from "#components/filters/use-url-filters.ts";
import { countText } from "#components/format/locale.ts";
import type { Column } from "#components/table/columns.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { Progress } from "#components/ui/progress.tsx";
import { Section } from "#components/ui/section.tsx";
import { Status } from "#components/ui/status.tsx";
import { toast } from "#components/ui/toast.tsx";
import { readsUnder } from "#lib/dashboard/client.ts";
import type { RowState } from "#lib/kernel/vocabulary/row-jobs.ts";

/** Interval at which a job with rows left is read again. */
export const JOB_POLL_MS = 1_000;

type Total = { state: RowState; count: number };

/** The number of a job's rows; in these states, if given. */
export const countOf = (totals: readonly Total[], ...states: readonly RowState[]): number =>
  totals
    .filter(({ state }) => states.length === 0 || states.includes(state))
    .reduce((sum, { count }) => sum + count, 0);

/** How many rows have their result. */
export function JobProgress({
  totals,
  isStopped,
  details = [],
}: {
  totals: readonly Total[];
  isStopped: boolean;
  details?: readonly (string | false)[];
}) {
  const count = countOf(totals);
  const handled = count - countOf(totals, "waiting", "begun");
  return (
    <Progress
      label={`${countText(handled)} of ${countText(count)} handled`}
      value={handled}
      max={count}
      detail={[...details, isStopped && "Stopped"].filter(Boolean).join(" · ") || undefined}
    />
  );
}

/** Stops a running job after a confirmation. `reads`: the path below which its reads are. */
export function StopJob(props: {
  title: string;
  touches: string;
  verb: string;
  reads: string;
  stop: () => Promise<unknown>;
}) {
  const queries = useQueryClient();
  return (
    <ConfirmDialog
      title={props.title}
      touches={props.touches}
      verb={props.verb}
      trigger={<Button icon={<Square className="size-3.5" aria-hidden />}>Stop</Button>}
      onConfirm={async () => {
        try {
          await props.stop();
          toast.done("Stopped");
        } finally {
          await queries.invalidateQueries(readsUnder(props.reads));
        }
      }}
    />
  );
}

/** The rows of a job, each with its result. */
export function JobRows<Row extends { id: string }>(props: {
  title: string;
  caption: string;
  note?: string;
  actions?: ReactNode;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  page: { newer: string | null; older: string | null } | undefined;
  rowHref: (row: Row) => string;
  filters: Pick<UrlFilters, "pending" | "pageHref">;
  isStale: boolean;
}) {
  const { filters, page } = props;
  return (
    <Section title={props.title} note={props.note ?? "Newest first"} actions={props.actions}>
      <DataTable
        caption={props.caption}
        columns={props.columns}
        rows={props.rows}
        rowKey={(row) => row.id}
        rowHref={props.rowHref}
        stale={filters.pending || props.isStale}
        expectedRows={6}
        empty={null}
      />
      {page && (
        <Pagination
          previousHref={filters.pageHref({ before: page.newer })}
          nextHref={filters.pageHref({ after: page.older })}
        />
      )}
    </Section>
  );
}

/** The word of each state, and the status of the API whose colour and icon it has. */
const LOOKS: Readonly<Record<RowState, { word: string; like: string }>> = {
  waiting: { word: "Waiting", like: "pending" },
  begun: { word: "Under way", like: "running" },
  done: { word: "Done", like: "completed" },
  unchanged: { word: "Unchanged", like: "skipped" },
  refused: { word: "Refused", like: "rejected" },
  failed: { word: "Failed", like: "failed" },
};

/** Result of a row. */
export const RowStatus = ({ state }: { state: RowState }) => (
  <Status status={LOOKS[state].like}>{LOOKS[state].word}</Status>
);
