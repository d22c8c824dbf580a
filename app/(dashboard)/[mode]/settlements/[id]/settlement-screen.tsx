"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { Waterfall } from "#components/chart/waterfall.tsx";
import { QueryState } from "#components/data/query-state.tsx";
import { countText } from "#components/format/locale.ts";
import { longDay } from "#components/home/days.ts";
import { Money, moneyText } from "#components/money/money.tsx";
import { sumOf } from "#components/settlements/figures.ts";
import { waterfallFinding } from "#components/settlements/findings.ts";
import { failureLabel } from "#components/settlements/labels.ts";
import { type StepKey, settlementSteps } from "#components/settlements/steps.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { later } from "#components/ui/later.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { Status } from "#components/ui/status.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { Timeline, type TimelineEntry } from "#components/ui/timeline.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { SettlementView } from "#lib/dashboard/views/settlements.ts";
import { useSession } from "../../../session.tsx";
import { DownloadCsv } from "../../reports/download-csv.tsx";
import { DetailLoading } from "../../shared/detail-loading.tsx";
import {
  eventEntry,
  newestFirst,
  type OrderedEntry,
  transferEntries,
} from "../../shared/event-entry.tsx";
import { TimelineLink } from "../../shared/timeline-link.tsx";
import { BooksLine } from "./books-line.tsx";
import { VIEW_KEY } from "./row-filters.ts";
import { SettlementFacts } from "./settlement-facts.tsx";

/** In the sandbox only. */
const SimulateButtons = later<{ settlement: SettlementView }>(
  () => import("./simulate-buttons.tsx").then(({ SimulateButtons }) => SimulateButtons),
  <>
    <Button disabled>Return from the bank</Button>
    <Button disabled>Mark as arrived</Button>
  </>,
);

/** On tabs that are not shown first. */
const SettlementRows = later<{ settlement: SettlementView }>(() =>
  import("./settlement-rows.tsx").then(({ SettlementRows }) => SettlementRows),
);
const ObjectJson = later(() =>
  import("../../shared/object-json.tsx").then(({ ObjectJson }) => ObjectJson),
);

/** One settlement: when it arrives, how gross became net, and every transaction behind it. */
export function SettlementScreen({ id }: { id: string }) {
  const { mode } = useSession();
  const query = useQuery(read("/:mode/settlements/:id", { mode, id }));
  return (
    <QueryState query={query} what="The settlement" loading={<DetailLoading />}>
      {(settlement) => <Settlement settlement={settlement} />}
    </QueryState>
  );
}

const VIEWS = ["overview", "transactions", "json"] as const;

function Settlement({ settlement }: { settlement: SettlementView }) {
  const { mode, session } = useSession();
  const router = useRouter();
  const pathname = usePathname();
  const wanted = useSearchParams().get(VIEW_KEY);
  const view = VIEWS.find((one) => one === wanted) ?? "overview";
  const { id, net, currency, status } = settlement;
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Settlements", href: `/${mode}/settlements` }, { label: id }]}
        title={<Money amount={net} currency={currency} large className="text-28" />}
        beside={<Status status={status} />}
        note={noteOf(settlement)}
        actions={
          <>
            {mode === "test" &&
              settlement.status === "scheduled" &&
              session.may.includes("use_sandbox") && <SimulateButtons settlement={settlement} />}
            <DownloadCsv file={{ type: "settlement", settlement: id }} />
          </>
        }
      />
      <Tabs
        label="Views of the settlement"
        value={view}
        onChange={(next) =>
          router.replace(next === "overview" ? pathname : `${pathname}?${VIEW_KEY}=${next}`, {
            scroll: false,
          })
        }
        tabs={[
          {
            value: "overview",
            label: "Overview",
            content: <Overview settlement={settlement} />,
          },
          {
            value: "transactions",
            label: "Transactions",
            count: settlement.transactionCount,
            content: <SettlementRows settlement={settlement} />,
          },
          {
            value: "json",
            label: "JSON",
            content: <ObjectJson path="/:mode/settlements/:id/json" id={id} noun="Settlement" />,
          },
        ]}
      />
    </>
  );
}

const ARRIVALS: Record<string, string> = {
  scheduled: "Arrives",
  paid: "Arrived",
  failed: "Was due to arrive",
};

function noteOf({ status, arrivalDate, transactionCount, bankAccountLast4 }: SettlementView) {
  const count = `${countText(transactionCount)} transaction${transactionCount === 1 ? "" : "s"}`;
  return `${ARRIVALS[status] ?? "Arrives"} ${longDay(arrivalDate)} at the bank account •••• ${bankAccountLast4} · ${count}`;
}

function Overview({ settlement }: { settlement: SettlementView }) {
  const { mode } = useSession();
  return (
    <div className="grid gap-x-12 gap-y-8 pt-2 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="flex min-w-0 flex-col gap-8">
        {settlement.status === "failed" && (
          <Banner
            tone="negative"
            title={`The bank returned it${settlement.failureReason ? `: ${failureLabel(settlement.failureReason).toLowerCase()}` : ""}`}
          >
            {moneyText(settlement.net, settlement.currency)} was returned to your balance and is
            part of the next settlement.
          </Banner>
        )}
        <div>
          <SettlementWaterfall settlement={settlement} />
          <BooksLine id={settlement.id} currency={settlement.currency} />
        </div>
        <Section title="What happened" actions={<TimelineLink id={settlement.id} />}>
          <Timeline
            label="What happened, newest first"
            entries={settlementTimeline(settlement, mode)}
          />
        </Section>
      </div>
      <SettlementFacts settlement={settlement} />
    </div>
  );
}

/** Everything that happened to a settlement: sweep, ledger, the bank's answer, events and deliveries. */
function settlementTimeline(settlement: SettlementView, mode: string): TimelineEntry[] {
  return newestFirst([
    sweepEntry(settlement),
    ...transferEntries(settlement.transfers),
    ...settlement.events.map((event) => eventEntry(event, mode)),
  ]);
}

function sweepEntry({ createdAt, transactionCount }: SettlementView): OrderedEntry {
  return {
    id: "swept",
    time: createdAt,
    rank: 0,
    at: <Timestamp value={createdAt} focusable />,
    title: `${countText(transactionCount)} ${transactionCount === 1 ? "transaction was" : "transactions were"} settled`,
  };
}

/** Transaction types behind each step. */
const TYPES_OF: Partial<Record<StepKey, string>> = {
  gross: "charge",
  interchange: "charge",
  scheme_fee: "charge",
  markup: "charge",
  commission: "charge",
  dispute_fees: "dispute",
  refunds: "refund",
  chargebacks: "dispute",
  adjustments: "refund_failure,dispute_reversal,settlement_failure,payment_failure,adjustment",
};

/** How gross became net. Each step links to its transactions. */
function SettlementWaterfall({ settlement }: { settlement: SettlementView }) {
  const { mode } = useSession();
  const { id, currency } = settlement;
  const sums = sumOf([settlement]);
  const label = settlement.status === "failed" ? "Returned:" : "You receive";
  const rows = `/${mode}/settlements/${id}?${VIEW_KEY}=transactions`;
  const hrefOf = (key: StepKey) => (TYPES_OF[key] ? `${rows}&type=${TYPES_OF[key]}` : rows);
  return (
    <Waterfall
      title={waterfallFinding(sums, currency, label)}
      subtitle={`From gross to net, ${currency}; shares are of gross`}
      steps={settlementSteps(sums, hrefOf)}
      currency={currency}
    />
  );
}
