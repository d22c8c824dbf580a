"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { useColumns } from "#components/table/use-columns.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { read } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";
import { ListScreen } from "../shared/list-screen.tsx";
import { NothingYet } from "../shared/list-states.tsx";
import { BATCH_COLUMNS } from "./batch-columns.tsx";
import { BATCH_FILTERS } from "./batch-filters.ts";

const POLL_MS = 3_000;

/** Every batch of payouts. The filters are in the address. */
export function BatchesScreen() {
  const { mode } = useSession();
  const filters = useUrlFilters(BATCH_FILTERS);
  const columns = useColumns(BATCH_COLUMNS, "payout-batches");
  const query = useQuery({
    ...read("/:mode/payout-batches", { mode }, filters.values),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.batches.some(({ status }) => status === "processing") ? POLL_MS : false,
  });
  const list = query.data;
  return (
    <ListScreen
      title="Batches"
      noun="batches"
      path="/:mode/payout-batches"
      query={query}
      page={list}
      rows={list?.batches}
      columns={columns}
      filters={filters}
      rowHref={(row) => `/${mode}/batches/${row.id}`}
      actions={<PayFile />}
      empty={<NoBatches />}
    />
  );
}

function PayFile() {
  const { mode, session } = useSession();
  if (!session.may.includes("pay_out")) return null;
  return (
    <ButtonLink variant="primary" href={`/${mode}/batches/new`}>
      Pay a file
    </ButtonLink>
  );
}

function NoBatches() {
  const { mode, session } = useSession();
  return (
    <NothingYet
      noun="batches"
      action={
        session.may.includes("pay_out") && (
          <ButtonLink href={`/${mode}/batches/new`}>Pay a file</ButtonLink>
        )
      }
    >
      A batch pays many beneficiaries: from a CSV file, from a pain.001 file of your accounting
      software, or from instructions in one API call.
    </NothingYet>
  );
}
