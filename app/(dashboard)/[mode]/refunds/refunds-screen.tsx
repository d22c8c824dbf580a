"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { withoutCursors } from "#components/filters/filters.ts";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { useColumns } from "#components/table/use-columns.ts";
import { useRowSelection } from "#components/table/use-row-selection.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { read } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";
import { ChosenRows } from "../shared/chosen-rows.tsx";
import { ListScreen } from "../shared/list-screen.tsx";
import { NothingYet } from "../shared/list-states.tsx";
import { useOrigin } from "../shared/use-origin.ts";
import { REFUND_COLUMNS } from "./refund-columns.tsx";
import { REFUND_FILTERS } from "./refund-filters.ts";

/** Every refund of the mode. The filters are in the address. */
export function RefundsScreen() {
  const { mode, session } = useSession();
  const filters = useUrlFilters(REFUND_FILTERS);
  const columns = useColumns(REFUND_COLUMNS, "refunds");
  const selection = useRowSelection(JSON.stringify(withoutCursors(filters.values)));
  const query = useQuery({
    ...read("/:mode/refunds", { mode }, { ...filters.values, ...columns.asked }),
    placeholderData: keepPreviousData,
  });
  const list = query.data;
  return (
    <ListScreen
      title="Refunds"
      noun="refunds"
      path="/:mode/refunds"
      sums={{
        path: "/:mode/refunds",
        what: "All refunds that match, also failed and canceled ones.",
      }}
      query={query}
      page={list}
      rows={list?.refunds}
      columns={columns}
      selection={session.may.includes("download_reports") ? selection : undefined}
      belowTable={<ChosenRows path="/:mode/refunds" selection={selection} columns={columns} />}
      filters={filters}
      rowHref={(row) => `/${mode}/refunds/${row.id}`}
      empty={<NoRefunds />}
    />
  );
}

function NoRefunds() {
  const { mode } = useSession();
  const origin = useOrigin();
  const code = `curl ${origin}/v1/refunds \\
  -H "Authorization: Bearer sk_${mode}_…" \\
  -H "Idempotency-Key: refund-1042" \\
  -d payment=pay_… -d amount=500 -d reason=requested_by_customer`;
  return (
    <NothingYet
      noun="refunds"
      teach={
        <CodeBlock title="Refund part of a payment" snippets={[{ language: "curl", code }]} wrap />
      }
      action={
        <ButtonLink href={`/${mode}/payments?status=succeeded,partially_refunded`}>
          Find a payment to refund
        </ButtonLink>
      }
    >
      Open a payment and select Refund, or let your server do it:
    </NothingYet>
  );
}
