"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { QueryState } from "#components/data/query-state.tsx";
import { longDay } from "#components/home/days.ts";
import { Money, moneyText } from "#components/money/money.tsx";
import { failureLabel } from "#components/settlements/labels.ts";
import { Banner } from "#components/ui/banner.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { Status } from "#components/ui/status.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { Timeline } from "#components/ui/timeline.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { SettlementView } from "#lib/dashboard/views/settlements.ts";
import { useSession } from "../../../session.tsx";
import { DownloadCsv } from "../../reports/download-csv.tsx";
import { fileOfArrivals } from "../../reports/report-file.ts";
import { DetailLoading } from "../../shared/detail-loading.tsx";
import { ObjectJson } from "../../shared/object-json.tsx";
import { TimelineLink } from "../../shared/timeline-link.tsx";
import { BooksLine } from "./books-line.tsx";
import { VIEW_KEY } from "./row-filters.ts";
import { SettlementFacts } from "./settlement-facts.tsx";
import { SettlementRows } from "./settlement-rows.tsx";
import { settlementTimeline } from "./settlement-timeline.tsx";
import { SettlementWaterfall } from "./settlement-waterfall.tsx";
import { SimulateButtons } from "./simulate-buttons.tsx";

/** One settlement: what arrives when, how gross became net, and every row behind it. */
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
  const { mode } = useSession();
  const router = useRouter();
  const pathname = usePathname();
  const wanted = useSearchParams().get(VIEW_KEY);
  const view = VIEWS.find((one) => one === wanted) ?? "overview";
  const { id, net, currency, status, arrivalDate } = settlement;
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Settlements", href: `/${mode}/settlements` }, { label: id }]}
        title={<Money amount={net} currency={currency} large className="text-28" />}
        beside={<Status status={status} />}
        note={noteOf(settlement)}
        actions={
          <>
            <SimulateButtons settlement={settlement} />
            <DownloadCsv file={fileOfArrivals(arrivalDate, arrivalDate, { settlement: id })} />
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
  failed: "Was to arrive",
};

function noteOf({ status, arrivalDate, transactionCount, bankAccountLast4 }: SettlementView) {
  const count = `${transactionCount.toLocaleString("en")} transaction${transactionCount === 1 ? "" : "s"}`;
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
            title={`The bank sent it back${settlement.failureReason ? `: ${failureLabel(settlement.failureReason).toLowerCase()}` : ""}`}
          >
            {moneyText(settlement.net, settlement.currency)} is on your balance again, and goes with
            the next settlement.
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
