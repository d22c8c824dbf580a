"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { figuresOf } from "#components/home/figures.ts";
import { periodNote } from "#components/home/period.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { cx } from "#components/ui/cx.ts";
import { later } from "#components/ui/later.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Select } from "#components/ui/select.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { HomeView } from "#lib/dashboard/views/home.ts";
import { useSession } from "../../session.tsx";
import { usePolling } from "../live-updates/live-updates.tsx";
import { RECENT_PAYMENT_COLUMNS } from "../payments/payment-columns.tsx";
import { ProgressStrip } from "../quick-start/progress-strip.tsx";
import { ApprovalChart } from "./approval-chart.tsx";
import { Attention } from "./attention.tsx";
import { HOME_FILTERS } from "./home-filters.ts";
import { IncidentCard } from "./incident-card.tsx";
import { PeriodChoice } from "./period-choice.tsx";
import { Reasons } from "./reasons.tsx";
import { TodayPanel } from "./today-panel.tsx";
import { VolumeChart } from "./volume-chart.tsx";

/** At the end of the screen, so that it moves nothing when it comes. */
const AllCurrencies = later<{ home: HomeView }>(() =>
  import("./all-currencies.tsx").then(({ AllCurrencies }) => AllCurrencies),
);

/** Only without payments. Not React's `lazy`: a read or a context that changed while its code was loading removed what the
 *  server had sent, so that links moved away from under the finger. */
const QuickStart = later<{ start: NonNullable<HomeView["quickStart"]> }>(
  () => import("../quick-start/quick-start.tsx").then(({ QuickStart }) => QuickStart),
  <QuickStartLoading />,
);

const REFRESH_MS = 60_000;
/** A person making the first payment waits for it here, so poll. */
const AWAITED_MS = 3_000;

/** The last weeks, today, why payments fail, and what needs attention. */
export function HomeScreen() {
  const { mode } = useSession();
  const filters = useUrlFilters(HOME_FILTERS);
  const polling = usePolling();
  const query = useQuery({
    ...read("/:mode/home", { mode }, filters.values),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => polling(state.data?.quickStart ? AWAITED_MS : REFRESH_MS),
  });
  const home = query.data;
  const stale = filters.pending || query.isPlaceholderData;
  return (
    <>
      <PageHeader
        title="Home"
        note={home && home.firstDay !== null && periodNote(home, figuresOf(home).without)}
        actions={
          home &&
          home.firstDay !== null && (
            <>
              <CurrencyChoice home={home} onChange={(code) => filters.set("currency", code)} />
              <PeriodChoice home={home} filters={filters} />
            </>
          )
        }
      />
      <QueryState query={query} what="The figures" loading={<HomeLoading />}>
        {(data) => (
          <div className={cx("transition-opacity", stale && "opacity-50")}>
            {data.quickStart && data.firstDay === null ? (
              <QuickStart start={data.quickStart} />
            ) : (
              <Figures home={data} />
            )}
          </div>
        )}
      </QueryState>
    </>
  );
}

const MOST_SEGMENTS = 4;

/** One currency at a time: two never share an axis. */
function CurrencyChoice(props: { home: HomeView; onChange: (code: string) => void }) {
  const { home, onChange } = props;
  const choices = home.currencies.map(({ code }) => ({ value: code, label: code }));
  if (choices.length < 2) return null;
  if (choices.length <= MOST_SEGMENTS) {
    return (
      <Segmented label="Currency" choices={choices} value={home.currency} onChange={onChange} />
    );
  }
  return (
    <Select
      label="Currency"
      choices={choices}
      value={home.currency}
      onChange={onChange}
      className="w-24"
    />
  );
}

function Figures({ home }: { home: HomeView }) {
  const { mode } = useSession();
  const figures = figuresOf(home);
  return (
    <div className="flex flex-col gap-10">
      {home.quickStart && <ProgressStrip start={home.quickStart} />}
      {home.incident && <IncidentCard home={home} />}
      <Attention attention={home.attention} />
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <VolumeChart home={home} figures={figures} />
        <TodayPanel home={home} />
        <ApprovalChart home={home} figures={figures} />
        <Reasons home={home} />
      </div>
      <Section
        title="Latest payments"
        actions={
          <TextLink href={`/${mode}/payments`} className="text-13">
            View all payments
          </TextLink>
        }
      >
        <DataTable
          caption="Latest payments, newest first"
          columns={RECENT_PAYMENT_COLUMNS}
          rows={home.recent}
          rowKey={(row) => row.id}
          rowHref={(row) => `/${mode}/payments/${row.id}`}
        />
      </Section>
      {home.converted && <AllCurrencies home={home} />}
    </div>
  );
}

/** As high as a screen, so that the end of the page does not move. */
function QuickStartLoading() {
  return (
    <div aria-busy="true" className="flex min-h-dvh max-w-180 flex-col gap-6">
      <span role="status" className="sr-only">
        Loading
      </span>
      <Skeleton className="h-7 w-80 max-w-full" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}

/** Placeholder for the two charts and the figures beside them. */
function HomeLoading() {
  return (
    <div aria-busy="true" className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <span role="status" className="sr-only">
        Loading
      </span>
      <Skeleton className="h-76 w-full" />
      <Skeleton className="h-76 w-full" />
      <Skeleton className="h-62 w-full" />
      <Skeleton className="h-62 w-full" />
    </div>
  );
}
