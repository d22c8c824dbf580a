"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Square, Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { QueryState } from "#components/data/query-state.tsx";
import type { FilterDef } from "#components/filters/filters.ts";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { countText } from "#components/format/locale.ts";
import { moneyText } from "#components/money/money.tsx";
import { DataTable } from "#components/table/data-table.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { Progress } from "#components/ui/progress.tsx";
import { Section } from "#components/ui/section.tsx";
import { Status } from "#components/ui/status.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, read, readsUnder } from "#lib/dashboard/client.ts";
import type { BulkJobView } from "#lib/dashboard/views/bulk.ts";
import { useSession } from "../../../session.tsx";
import { DetailLoading } from "../../shared/detail-loading.tsx";
import { BULK_COLUMNS } from "./bulk-columns.tsx";

const POLL_MS = 1_000;
const STATE: readonly FilterDef<"state">[] = [
  {
    key: "state",
    label: "Result",
    kind: "choice",
    choices: [
      { value: "refused", label: "Refused" },
      { value: "done", label: "Done" },
    ],
  },
];

/** One bulk action: progress, the result of each object, and undo where there is one. */
export function BulkJobScreen({ id }: { id: string }) {
  const { mode } = useSession();
  const query = useQuery({
    ...read("/:mode/bulk-jobs/:id", { mode, id }),
    refetchInterval: ({ state }) => (state.data?.isMoving ? POLL_MS : false),
  });
  return (
    <QueryState query={query} what="The bulk action" loading={<DetailLoading />}>
      {(job) => <BulkJob job={job} />}
    </QueryState>
  );
}

function countOf({ totals }: BulkJobView, ...states: string[]): number {
  return totals
    .filter(({ state }) => states.length === 0 || states.includes(state))
    .reduce((sum, { count }) => sum + count, 0);
}

function titleOf(job: BulkJobView): string {
  const count = countOf(job);
  const objects = `${countText(count)} ${job.kind}${count === 1 ? "" : "s"}`;
  if ("add" in job.params) return `Tag “${job.params.add}” added to ${objects}`;
  if ("remove" in job.params) return `Tag “${job.params.remove}” removed from ${objects}`;
  return `Refunds of ${objects}`;
}

function BulkJob({ job }: { job: BulkJobView }) {
  const { mode } = useSession();
  const count = countOf(job);
  const left = countOf(job, "waiting", "begun");
  const [refused, unchanged] = [countOf(job, "refused"), countOf(job, "unchanged")];
  const sums = job.totals
    .filter(({ state, amount }) => state === "done" && amount !== null)
    .map(({ amount, currency }) => moneyText(amount ?? "0", currency ?? "EUR"));
  const detail = [
    `${countText(countOf(job, "done"))} done`,
    sums.join(", "),
    refused > 0 && `${countText(refused)} refused`,
    unchanged > 0 && `${countText(unchanged)} unchanged`,
    job.status === "stopped" && "Stopped",
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
            <StopButton job={job} left={left} />
            <UndoButton job={job} />
          </>
        }
      />
      <div className="flex flex-col gap-8 pt-2">
        <Progress
          label={`${countText(count - left)} of ${countText(count)} handled`}
          value={count - left}
          max={count}
          detail={detail.filter(Boolean).join(" · ")}
        />
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

function StopButton({ job, left }: { job: BulkJobView; left: number }) {
  const { mode } = useSession();
  const queries = useQueryClient();
  if (job.status !== "running" || !job.mayStop) return null;
  return (
    <ConfirmDialog
      title="Stop this bulk action?"
      touches={`${countText(left)} of its objects are left. Those that have begun are finished, the others stay as they are.`}
      verb="Stop"
      trigger={<Button icon={<Square className="size-3.5" aria-hidden />}>Stop</Button>}
      onConfirm={async () => {
        try {
          await client.post("/:mode/bulk-jobs/:id/stop", { mode, id: job.id });
        } finally {
          await queries.invalidateQueries(readsUnder(`/${mode}/bulk-jobs`));
        }
      }}
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
  const isTag = job.action === "tag" && countOf(job, "done") > 0;
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
    refetchInterval: job.isMoving ? POLL_MS : false,
  });
  const page = query.data;
  const refused = countOf(job, "refused");
  return (
    <Section
      title={LISTS[job.kind]}
      note={filters.values.state === "refused" ? "Refused, newest first" : "Newest first"}
      actions={
        filters.values.state ? (
          <TextLink href={`/${mode}/bulk/${job.id}`} className="text-13">
            Show all
          </TextLink>
        ) : (
          refused > 0 && (
            <TextLink href={`/${mode}/bulk/${job.id}?state=refused`} className="text-13">
              View {countText(refused)} refused
            </TextLink>
          )
        )
      }
    >
      <DataTable
        caption="Objects of this bulk action, newest first"
        columns={BULK_COLUMNS}
        rows={page?.objects}
        rowKey={(row) => row.id}
        rowHref={(row) => `${hrefOf(job, mode)}/${row.id}`}
        stale={filters.pending || query.isPlaceholderData}
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
