"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { QueryState } from "#components/data/query-state.tsx";
import type { FilterDef } from "#components/filters/filters.ts";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { countText } from "#components/format/locale.ts";
import { moneyText } from "#components/money/money.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Button } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Status } from "#components/ui/status.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, read } from "#lib/dashboard/client.ts";
import type { BulkJobView } from "#lib/dashboard/views/bulk.ts";
import type { RowState } from "#lib/kernel/vocabulary/row-jobs.ts";
import { useSession } from "../../../session.tsx";
import { DetailLoading } from "../../shared/detail-loading.tsx";
import { countOf, JOB_POLL_MS, JobProgress, JobRows, StopJob } from "../../shared/row-job.tsx";
import { BULK_COLUMNS } from "./bulk-columns.tsx";

const RESULTS: Readonly<Record<string, string>> = {
  refused: "Refused",
  failed: "Failed",
  done: "Done",
};
const STATE: readonly FilterDef<"state">[] = [
  {
    key: "state",
    label: "Result",
    kind: "choice",
    choices: Object.entries(RESULTS).map(([value, label]) => ({ value, label })),
  },
];

/** One bulk action: progress, the result of each object, and undo where there is one. */
export function BulkJobScreen({ id }: { id: string }) {
  const { mode } = useSession();
  const query = useQuery({
    ...read("/:mode/bulk-jobs/:id", { mode, id }),
    refetchInterval: ({ state }) => (state.data?.isMoving ? JOB_POLL_MS : false),
  });
  return (
    <QueryState query={query} what="The bulk action" loading={<DetailLoading />}>
      {(job) => <BulkJob job={job} />}
    </QueryState>
  );
}

function titleOf(job: BulkJobView): string {
  const count = countOf(job.totals);
  const objects = `${countText(count)} ${job.kind}${count === 1 ? "" : "s"}`;
  if ("add" in job.params) return `Tag “${job.params.add}” added to ${objects}`;
  if ("remove" in job.params) return `Tag “${job.params.remove}” removed from ${objects}`;
  return `Refunds of ${objects}`;
}

function BulkJob({ job }: { job: BulkJobView }) {
  const { mode } = useSession();
  const { totals } = job;
  const sums = totals
    .filter(({ state, amount }) => state === "done" && amount !== null)
    .map(({ amount, currency }) => moneyText(amount ?? "0", currency ?? "EUR"));
  const some = (state: RowState) =>
    countOf(totals, state) > 0 && `${countText(countOf(totals, state))} ${state}`;
  const details = [
    `${countText(countOf(totals, "done"))} done`,
    sums.join(", "),
    ...(["refused", "failed", "unchanged"] as const).map(some),
  ];
  return (
    <>
      <PageHeader
        crumbs={[{ label: `${LISTS[job.kind]}`, href: hrefOf(job, mode) }, { label: job.id }]}
        title={titleOf(job)}
        beside={<Status status={job.status} />}
        note={
          <>
            Started by {job.by} <Timestamp value={job.createdAt} focusable />
            {" · "}
            <TextLink inText href="/docs/bulk#results">
              How bulk actions work
            </TextLink>
          </>
        }
        actions={
          <>
            <StopButton job={job} />
            <UndoButton job={job} />
          </>
        }
      />
      <div className="flex flex-col gap-8 pt-2">
        <JobProgress {...{ totals, details }} isStopped={job.status === "stopped"} />
        <Objects job={job} />
      </div>
    </>
  );
}

const LISTS = {
  payment: "Payments",
  customer: "Customers",
  dispute: "Disputes",
  payout: "Payouts",
} as const;

const hrefOf = ({ kind }: Pick<BulkJobView, "kind">, mode: string) => `/${mode}/${kind}s`;

function StopButton({ job }: { job: BulkJobView }) {
  const { mode } = useSession();
  if (job.status !== "running" || !job.mayStop) return null;
  const left = countText(countOf(job.totals, "waiting", "begun"));
  return (
    <StopJob
      title="Stop this bulk action?"
      touches={`${left} of its objects are left. Those that have begun are finished, the others stay as they are.`}
      verb="Stop"
      reads={`/${mode}/bulk-jobs`}
      stop={() => client.post("/:mode/bulk-jobs/:id/stop", { mode, id: job.id })}
    />
  );
}

/** Takes the tags back; refunds cannot be undone. */
function UndoButton({ job }: { job: BulkJobView }) {
  const { mode } = useSession();
  const router = useRouter();
  if (job.undoneBy) {
    return <TextLink href={`/${mode}/bulk/${job.undoneBy}`}>Undone</TextLink>;
  }
  const isTag = job.action === "tag" && countOf(job.totals, "done") > 0;
  if (!isTag || !job.mayStop || job.isMoving || job.undoOf) return null;
  const undo = async () => {
    try {
      const { jobId } = await client.post("/:mode/bulk-jobs/:id/undo", { mode, id: job.id });
      router.push(`/${mode}/bulk/${jobId}`);
    } catch (error) {
      toast.failed("It was not undone", { description: (error as Error).message });
    }
  };
  return (
    <Button icon={<Undo2 className="size-3.5" aria-hidden />} onClick={undo}>
      Undo
    </Button>
  );
}

function Objects({ job }: { job: BulkJobView }) {
  const { mode } = useSession();
  const filters = useUrlFilters(STATE);
  const query = useQuery({
    ...read("/:mode/bulk-jobs/:id/objects", { mode, id: job.id }, filters.values),
    placeholderData: keepPreviousData,
    refetchInterval: job.isMoving ? JOB_POLL_MS : false,
  });
  const shown = filters.values.state;
  return (
    <JobRows
      title={LISTS[job.kind]}
      caption="Objects of this bulk action, newest first"
      note={shown ? `${RESULTS[shown] ?? "Some"}, newest first` : undefined}
      actions={<ResultLinks job={job} shown={shown} />}
      columns={BULK_COLUMNS}
      rows={query.data?.objects}
      page={query.data}
      rowHref={(row) => `${hrefOf(job, mode)}/${row.id}`}
      filters={filters}
      isStale={query.isPlaceholderData}
    />
  );
}

/** Links to the rows without the wanted result. */
function ResultLinks({ job, shown }: { job: BulkJobView; shown: string | undefined }) {
  const { mode } = useSession();
  const here = `/${mode}/bulk/${job.id}`;
  if (shown) {
    return (
      <TextLink href={here} className="text-13">
        Show all
      </TextLink>
    );
  }
  return (["refused", "failed"] as const).map((state) => {
    const count = countOf(job.totals, state);
    return (
      count > 0 && (
        <TextLink key={state} href={`${here}?state=${state}`} className="text-13">
          View {countText(count)} {state}
        </TextLink>
      )
    );
  });
}
