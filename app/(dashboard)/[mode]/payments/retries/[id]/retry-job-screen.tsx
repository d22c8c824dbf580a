"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import type { FilterDef } from "#components/filters/filters.ts";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { countText } from "#components/format/locale.ts";
import { moneyText } from "#components/money/money.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Stat } from "#components/ui/stat.tsx";
import { Status } from "#components/ui/status.tsx";
import { client, read } from "#lib/dashboard/client.ts";
import type { RetryJobView } from "#lib/dashboard/views/retries.ts";
import { useSession } from "../../../../session.tsx";
import { DetailLoading } from "../../../shared/detail-loading.tsx";
import { countOf, JOB_POLL_MS, JobProgress, JobRows, StopJob } from "../../../shared/row-job.tsx";
import { RETRY_COLUMNS } from "./retry-columns.tsx";

const NO_FILTERS: readonly FilterDef<never>[] = [];

/** One job of retries: progress, what was recovered, and the result of each payment. */
export function RetryJobScreen({ id }: { id: string }) {
  const { mode } = useSession();
  const query = useQuery({
    ...read("/:mode/payment-retries/:id", { mode, id }),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? JOB_POLL_MS : false),
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
const isMoving = ({ isMoving, totals }: RetryJobView) =>
  isMoving || totals.some(({ result }) => UNDER_WAY.has(result));

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
  const waiting = countOf(totals, "waiting");
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
        actions={<StopButton job={job} />}
      />
      <div className="flex flex-col gap-10 pt-2">
        <div className="flex flex-col gap-5">
          <JobProgress totals={totals} isStopped={job.status === "stopped"} />
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
              value={countText(countOf(totals, "refused", "failed"))}
              note={job.status === "stopped" && `${countText(waiting)} more not begun`}
            />
          </div>
        </div>
        <Payments job={job} />
      </div>
    </>
  );
}

function StopButton({ job }: { job: RetryJobView }) {
  const { mode, session } = useSession();
  if (job.status !== "running" || !session.may.includes("manage_payments")) return null;
  const left = countOf(job.totals, "waiting");
  return (
    <StopJob
      title="Stop these retries?"
      touches={`${countText(left)} ${left === 1 ? "payment is" : "payments are"} not begun and will not be charged. Retries that have begun are not affected.`}
      verb="Stop retries"
      reads={`/${mode}/payment-retries`}
      stop={() => client.post("/:mode/payment-retries/:id/stop", { mode, id: job.id })}
    />
  );
}

function Payments({ job }: { job: RetryJobView }) {
  const { mode } = useSession();
  const filters = useUrlFilters(NO_FILTERS);
  const query = useQuery({
    ...read("/:mode/payment-retries/:id/payments", { mode, id: job.id }, filters.values),
    placeholderData: keepPreviousData,
    refetchInterval: isMoving(job) ? JOB_POLL_MS : false,
  });
  return (
    <JobRows
      title="Payments"
      caption="Payments of these retries, newest first"
      columns={RETRY_COLUMNS}
      rows={query.data?.payments}
      page={query.data}
      rowHref={(row) => `/${mode}/payments/${row.retryId ?? row.id}`}
      filters={filters}
      isStale={query.isPlaceholderData}
    />
  );
}
