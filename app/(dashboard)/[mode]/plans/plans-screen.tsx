"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilterBar } from "#components/filters/filter-bar.tsx";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { useColumns } from "#components/table/use-columns.ts";
import { Button } from "#components/ui/button.tsx";
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
import { CreatePlan } from "./create-plan.tsx";
import { PLAN_COLUMNS } from "./plan-columns.tsx";
import { PLAN_FILTERS } from "./plan-filters.ts";

/** Every plan of the mode; a row leads to who has it. */
export function PlansScreen() {
  const { mode, session } = useSession();
  const filters = useUrlFilters(PLAN_FILTERS);
  const columns = useColumns(PLAN_COLUMNS);
  const query = useQuery({
    ...read("/:mode/plans", { mode }, filters.values),
    placeholderData: keepPreviousData,
  });
  const list = query.data;
  const none = list?.total === 0 && !filters.active;
  return (
    <>
      <PageHeader
        title="Plans"
        count={list?.total}
        actions={
          session.may.includes("manage_payments") && (
            <CreatePlan trigger={<Button variant="primary">Create plan</Button>} />
          )
        }
      />
      {!none && (
        <FilterBar
          filters={filters}
          actions={
            <ListTools
              path={`/${mode}/plans`}
              what="plans"
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
          what="The plans"
          onRetry={query.refetch}
          onClear={filters.clear}
        />
      ) : (
        <DataTable
          caption="Plans, newest first"
          columns={columns.shown}
          rows={list?.plans}
          rowKey={(row) => row.id}
          rowHref={(row) => `/${mode}/subscriptions?plan=${row.id}`}
          stale={filters.pending || query.isPlaceholderData}
          expectedRows={6}
          empty={none ? <NoPlans /> : <NothingFound what="plans" onClear={filters.clear} />}
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

function NoPlans() {
  const { mode } = useSession();
  const origin = useOrigin();
  const code = `curl ${origin}/v1/plans \\
  -H "Authorization: Bearer sk_${mode}_…" \\
  -H "Idempotency-Key: plan-team" \\
  -d name=Team -d amount=1900 -d currency=EUR -d interval=month -d trial_days=14`;
  return (
    <EmptyState
      title={`No plans in ${mode} mode yet`}
      teach={<CodeBlock title="Make a plan" snippets={[{ language: "curl", code }]} wrap />}
    >
      A plan is a price and how often it is paid. Customers subscribe to it:
    </EmptyState>
  );
}
