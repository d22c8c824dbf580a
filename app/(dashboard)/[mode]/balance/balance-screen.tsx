"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { FilterBar } from "#components/filters/filter-bar.tsx";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { longDay } from "#components/home/days.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { useColumns } from "#components/table/use-columns.ts";
import { shortMoment } from "#components/time/format.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { Section } from "#components/ui/section.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { BalanceView } from "#lib/dashboard/views/settlements.ts";
import { useSession } from "../../session.tsx";
import { NoSettlements } from "../settlements/no-settlements.tsx";
import { ListError } from "../shared/list-error.tsx";
import { ListTools } from "../shared/list-tools.tsx";
import { NothingFound } from "../shared/nothing-found.tsx";
import { AddMoney } from "./add-money.tsx";
import { balanceColumns, entryHref } from "./entry-columns.tsx";
import { ENTRY_FILTERS } from "./entry-filters.ts";
import { FundsTable } from "./funds.tsx";
import { TopUp } from "./top-up.tsx";

/** What the merchant's funds hold, when they leave for the bank, and all that moved them. */
export function BalanceScreen() {
  const { mode } = useSession();
  const filters = useUrlFilters(ENTRY_FILTERS);
  const query = useQuery({
    ...read("/:mode/balance", { mode }, filters.values),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns(useMemo(() => balanceColumns(mode), [mode]));
  const balance = query.data;
  const none = balance?.total === 0 && !filters.active;
  if (query.error && !balance) {
    return (
      <>
        <PageHeader title="Balance" />
        <ListError
          error={query.error}
          what="The balance"
          onRetry={query.refetch}
          onClear={filters.clear}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title="Balance"
        note={balance && !none && <CutOffNote balance={balance} />}
        actions={
          <>
            <TopUp />
            <AddMoney />
          </>
        }
      />
      {balance && balance.currencies.length > 0 && (
        <div className="pb-8">
          <FundsTable funds={balance.currencies} />
        </div>
      )}
      {none ? (
        <NoSettlements />
      ) : (
        <Section title={<Transactions total={balance?.total} />}>
          <FilterBar
            filters={filters}
            actions={
              <ListTools
                path={`/${mode}/balance`}
                what="transactions"
                total={balance?.total}
                filters={filters.values}
                columns={columns}
              />
            }
          />
          <DataTable
            caption="Balance transactions, newest first"
            columns={columns.shown}
            rows={balance?.entries}
            rowKey={(row) => row.id}
            rowHref={(row) => entryHref(mode, row)}
            stale={filters.pending || query.isPlaceholderData}
            expectedRows={12}
            empty={<NothingFound what="balance transactions" onClear={filters.clear} />}
          />
        </Section>
      )}
      {balance && (
        <Pagination
          previousHref={filters.pageHref({ before: balance.newer })}
          nextHref={filters.pageHref({ after: balance.older })}
        />
      )}
    </>
  );
}

function Transactions({ total }: { total: number | undefined }) {
  return (
    <>
      Transactions{" "}
      {total !== undefined && (
        <span className="font-normal text-ink-faint tabular-nums">
          {total.toLocaleString("en")}
        </span>
      )}
    </>
  );
}

function CutOffNote({ balance }: { balance: BalanceView }) {
  const { zone, present } = useTimeFrame();
  const cutOff = shortMoment(new Date(balance.nextCutOff), zone, present);
  return `What is pending at ${cutOff} (00:00 UTC) becomes a settlement then, and arrives on ${longDay(balance.nextArrival)}. A sum below zero waits for more.`;
}
