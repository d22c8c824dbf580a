"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilterBar } from "#components/filters/filter-bar.tsx";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { shownStatus } from "#components/payouts/labels.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { useColumns } from "#components/table/use-columns.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { read } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";
import { ListError } from "../shared/list-error.tsx";
import { ListTools } from "../shared/list-tools.tsx";
import { NothingFound } from "../shared/nothing-found.tsx";
import { useOrigin } from "../shared/use-origin.ts";
import { PAYOUT_COLUMNS } from "./payout-columns.tsx";
import { PAYOUT_FILTERS } from "./payout-filters.ts";

const LIVELY_MS = 4_000;
const MOVING = new Set(["pending", "submitted"]);

/** Every payout of the mode; what narrows the list stands in the address. */
export function PayoutsScreen() {
  const { mode } = useSession();
  const filters = useUrlFilters(PAYOUT_FILTERS);
  const columns = useColumns(PAYOUT_COLUMNS);
  const query = useQuery({
    ...read("/:mode/payouts", { mode }, filters.values),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.payouts.some((row) => MOVING.has(shownStatus(row))) ? LIVELY_MS : false,
  });
  const list = query.data;
  const none = list?.total === 0 && !filters.active;
  return (
    <>
      <PageHeader title="Payouts" count={list?.total} actions={<PayActions />} />
      {!none && (
        <FilterBar
          filters={filters}
          actions={
            <ListTools
              path={`/${mode}/payouts`}
              what="payouts"
              total={list?.total}
              filters={filters.values}
              columns={columns}
            />
          }
        />
      )}
      {query.error && !list ? (
        <ListError
          error={query.error}
          what="The payouts"
          onRetry={query.refetch}
          onClear={filters.clear}
        />
      ) : (
        <DataTable
          caption="Payouts, newest first"
          columns={columns.shown}
          rows={list?.payouts}
          rowKey={(row) => row.id}
          rowHref={(row) => `/${mode}/payouts/${row.id}`}
          stale={filters.pending || query.isPlaceholderData}
          expectedRows={16}
          empty={none ? <NoPayouts /> : <NothingFound what="payouts" onClear={filters.clear} />}
        />
      )}
      {list && (
        <Pagination
          previousHref={filters.pageHref({ before: list.newer })}
          nextHref={filters.pageHref({ after: list.older })}
        />
      )}
    </>
  );
}

/** Sending money, for whoever may. */
export function PayActions() {
  const { mode, session } = useSession();
  if (!session.may.includes("pay_out")) return null;
  return (
    <>
      <ButtonLink href={`/${mode}/batches/new`}>Pay a file</ButtonLink>
      <ButtonLink variant="primary" href={`/${mode}/payouts/new`}>
        New payout
      </ButtonLink>
    </>
  );
}

function NoPayouts() {
  const { mode } = useSession();
  const origin = useOrigin();
  const topUp = `curl ${origin}/v1/test/topup \\
  -H "Authorization: Bearer sk_test_…" \\
  -H "Idempotency-Key: top-up-1" \\
  -d amount=250000 -d currency=EUR

`;
  const code = `${mode === "test" ? topUp : ""}curl ${origin}/v1/payouts \\
  -H "Authorization: Bearer sk_${mode}_…" \\
  -H "Idempotency-Key: payout-118" \\
  -d amount=12500 -d currency=EUR -d reference="Invoice 118" \\
  -d "beneficiary[name]=Ada Lindqvist" -d "beneficiary[iban]=DE23999999990000000000"`;
  return (
    <EmptyState
      title={`No payouts in ${mode} mode yet`}
      teach={<CodeBlock title="Pay a supplier" snippets={[{ language: "curl", code }]} wrap />}
      action={<ButtonLink href={`/${mode}/balance`}>See the payout balance</ButtonLink>}
    >
      Payouts are drawn on the payout balance. Send one here, pay a whole file, or let your server
      do it:
    </EmptyState>
  );
}
