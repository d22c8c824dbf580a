"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { withoutCursors } from "#components/filters/filters.ts";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { shownStatus } from "#components/payouts/labels.ts";
import { useColumns } from "#components/table/use-columns.ts";
import { useRowSelection } from "#components/table/use-row-selection.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { later } from "#components/ui/later.tsx";
import { read } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";
import { ChosenRows } from "../shared/chosen-rows.tsx";
import { ListScreen } from "../shared/list-screen.tsx";
import { NothingYet } from "../shared/list-states.tsx";
import { useOrigin } from "../shared/use-origin.ts";
import { PAYOUT_COLUMNS } from "./payout-columns.tsx";
import { PAYOUT_FILTERS } from "./payout-filters.ts";

/** Only in an empty list. */
const SampleCall = later<{ title?: string; code: string }>(() =>
  import("../shared/sample-call.tsx").then(({ SampleCall }) => SampleCall),
);

const POLL_MS = 4_000;
const MOVING = new Set(["pending", "submitted"]);

/** Every payout of the mode. The filters are in the address. */
export function PayoutsScreen() {
  const { mode, session } = useSession();
  const filters = useUrlFilters(PAYOUT_FILTERS);
  const columns = useColumns(PAYOUT_COLUMNS, "payouts");
  const selection = useRowSelection(JSON.stringify(withoutCursors(filters.values)));
  const query = useQuery({
    ...read("/:mode/payouts", { mode }, { ...filters.values, ...columns.asked }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.payouts.some((row) => MOVING.has(shownStatus(row))) ? POLL_MS : false,
  });
  const list = query.data;
  return (
    <ListScreen
      title="Payouts"
      noun="payouts"
      path="/:mode/payouts"
      sums={{
        path: "/:mode/payouts",
        what: "All payouts that match, also returned and canceled ones.",
      }}
      query={query}
      page={list}
      rows={list?.payouts}
      columns={columns}
      selection={session.may.includes("download_reports") ? selection : undefined}
      belowTable={
        <ChosenRows
          path="/:mode/payouts"
          selection={selection}
          columns={columns}
          bulk={{ list: "payouts", filter: withoutCursors(filters.values), total: list?.total }}
        />
      }
      filters={filters}
      rowHref={(row) => `/${mode}/payouts/${row.id}`}
      actions={<PayActions />}
      empty={<NoPayouts />}
    />
  );
}

/** Buttons to send money, for members who may. */
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
  -H "Authorization: Bearer $PAYDESK_SECRET_KEY" \\
  -H "Idempotency-Key: top-up-1" \\
  -d amount=250000 -d currency=EUR

`;
  const code = `${mode === "test" ? topUp : ""}curl ${origin}/v1/payouts \\
  -H "Authorization: Bearer $PAYDESK_SECRET_KEY" \\
  -H "Idempotency-Key: payout-118" \\
  -d amount=12500 -d currency=EUR -d reference="Invoice 118" \\
  -d "beneficiary[name]=Ada Lindqvist" -d "beneficiary[iban]=DE23999999990000000000"`;
  return (
    <NothingYet
      noun="payouts"
      teach={<SampleCall title="Pay a supplier" code={code} />}
      action={<ButtonLink href={`/${mode}/balance`}>View the payout balance</ButtonLink>}
    >
      Payouts are paid from the payout balance. Send one here, pay a file, or let your server do it:
    </NothingYet>
  );
}
