"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { useColumns } from "#components/table/use-columns.ts";
import { Button } from "#components/ui/button.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { read } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";
import { ListScreen } from "../shared/list-screen.tsx";
import { NothingYet } from "../shared/list-states.tsx";
import { useOrigin } from "../shared/use-origin.ts";
import { CreatePlan } from "./create-plan.tsx";
import { PLAN_COLUMNS } from "./plan-columns.tsx";
import { PLAN_FILTERS } from "./plan-filters.ts";

/** Every plan of the mode. A row opens its subscriptions. */
export function PlansScreen() {
  const { mode, session } = useSession();
  const filters = useUrlFilters(PLAN_FILTERS);
  const columns = useColumns(PLAN_COLUMNS, "plans");
  const query = useQuery({
    ...read("/:mode/plans", { mode }, filters.values),
    placeholderData: keepPreviousData,
  });
  const list = query.data;
  return (
    <ListScreen
      title="Plans"
      noun="plans"
      path="/:mode/plans"
      query={query}
      page={list}
      rows={list?.plans}
      columns={columns}
      filters={filters}
      rowHref={(row) => `/${mode}/subscriptions?plan=${row.id}`}
      actions={
        session.may.includes("manage_payments") && (
          <CreatePlan trigger={<Button variant="primary">Create plan</Button>} />
        )
      }
      empty={<NoPlans />}
    />
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
    <NothingYet
      noun="plans"
      teach={<CodeBlock title="Create a plan" snippets={[{ language: "curl", code }]} wrap />}
    >
      A plan is a price with a billing interval. Customers subscribe to it:
    </NothingYet>
  );
}
