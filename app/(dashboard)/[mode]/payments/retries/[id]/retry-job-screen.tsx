"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Square } from "lucide-react";
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
import { Stat } from "#components/ui/stat.tsx";
import { Status } from "#components/ui/status.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, read, readsUnder } from "#lib/dashboard/client.ts";
import type { RetryJobView } from "#lib/dashboard/views/retries.ts";
import { useSession } from "../../../../session.tsx";
import { DetailLoading } from "../../../shared/detail-loading.tsx";
import { RETRY_COLUMNS } from "./retry-columns.tsx";

const POLL_MS = 1_000;
const NO_FILTERS: readonly FilterDef<never>[] = [];

/** One job of retries: progress, what was recovered, and the result of each payment. */
export function RetryJobScreen({ id }: { id: string }) {
  const { mode } = useSession();
  const query = useQuery({
    ...read("/:mode/payment-retries/:id", { mode, id }),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? POLL_MS : false),
  });
  return (
    <QueryState query={query} what="The retries" loading={<DetailLoading />}>
      {(job) => <RetryJob job={job} />}
    </QueryState>
  );
}

type Total = RetryJobView["totals"][number];

const UNDER_WAY: ReadonlySet<string | null> = new Set(["processing", "requires_action"]);
const PAID: ReadonlySet<string | null> = new Set(["succeeded", "requires_capture"]);
const isMoving = ({ status, totals }: RetryJobView) =>
  status === "running" || totals.some(({ result }) => UNDER_WAY.has(result));

const countOf = (totals: readonly Total[]) => totals.reduce((sum, { count }) => sum + count, 0);
const figure = (totals: readonly Total[]) => countText(countOf(totals));

/** `12.00 EUR, 7.00 GBP`, each currency once. */
function amountsOf(totals: readonly Total[]): string {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of totals) {
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount));
  }
  return [...sums].map(([currency, sum]) => moneyText(String(sum), currency)).join(", ");
}

function RetryJob({ job }: { job: RetryJobView }) {
  const { mode } = useSession();
  const { totals } = job;
  const count = countOf(totals);
  const waiting = totals.filter(({ state }) => state === "waiting");
  const paid = totals.filter(({ result }) => PAID.has(result));
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Payments", href: `/${mode}/payments` }, { label: job.id }]}
        title={`Retries of ${countText(count)} declined ${count === 1 ? "payment" : "payments"}`}
        beside={<Status status={job.status} />}
        note={
          <>
            {amountsOf(totals)} · started <Timestamp value={job.createdAt} focusable />
          </>
        }
        actions={<StopButton job={job} left={countOf(waiting)} />}
      />
      <div className="flex flex-col gap-10 pt-2">
        <div className="flex flex-col gap-5">
          <Progress
            label={`${countText(count - countOf(waiting))} of ${countText(count)} done`}
            value={count - countOf(waiting)}
            max={count}
            detail={job.status === "stopped" ? "Stopped" : undefined}
          />
          <div className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-4">
            <Stat label="Recovered" value={figure(paid)} note={amountsOf(paid)} />
            <Stat
              label="Declined again"
              value={figure(totals.filter(({ result }) => result === "failed"))}
            />
            <Stat
              label="Under way"
              value={figure(totals.filter(({ result }) => UNDER_WAY.has(result)))}
            />
            <Stat
              label="Not retried"
              value={figure(totals.filter(({ state }) => state === "refused"))}
              note={job.status === "stopped" && `${figure(waiting)} more not begun`}
            />
          </div>
        </div>
        <Payments job={job} />
      </div>
    </>
  );
}

function StopButton({ job, left }: { job: RetryJobView; left: number }) {
  const { mode, session } = useSession();
  const queries = useQueryClient();
  if (job.status !== "running" || !session.may.includes("manage_payments")) return null;
  return (
    <ConfirmDialog
      title="Stop these retries?"
      touches={`${countText(left)} ${left === 1 ? "payment is" : "payments are"} not begun and will not be charged. Retries that have begun are not affected.`}
      verb="Stop retries"
      trigger={<Button icon={<Square className="size-3.5" aria-hidden />}>Stop</Button>}
      onConfirm={async () => {
        try {
          await client.post("/:mode/payment-retries/:id/stop", { mode, id: job.id });
          toast.done("Retries stopped");
        } finally {
          await queries.invalidateQueries(readsUnder(`/${mode}/payment-retries`));
        }
      }}
    />
  );
}

function Payments({ job }: { job: RetryJobView }) {
  const { mode } = useSession();
  const filters = useUrlFilters(NO_FILTERS);
  const query = useQuery({
    ...read("/:mode/payment-retries/:id/payments", { mode, id: job.id }, filters.values),
    placeholderData: keepPreviousData,
    refetchInterval: isMoving(job) ? POLL_MS : false,
  });
  const page = query.data;
  return (
    <Section title="Payments" note="Newest first">
      <DataTable
        caption="Payments of these retries, newest first"
        columns={RETRY_COLUMNS}
        rows={page?.payments}
        rowKey={(row) => row.id}
        rowHref={(row) => `/${mode}/payments/${row.retryId ?? row.id}`}
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
