"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { DataTable } from "#components/table/data-table.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import { useSession } from "../../../session.tsx";
import { ListError, NothingYet } from "../../shared/list-states.tsx";
import { BookingExport } from "../booking/booking-export.tsx";
import { closingsRead } from "../report-reads.ts";
import { monthColumns } from "./month-columns.tsx";

const POLL_MS = 1_000;

/** The account's months, and which are closed. */
export function ClosingScreen() {
  const { mode, session } = useSession();
  const queries = useQueryClient();
  const query = useQuery({
    ...closingsRead(mode),
    refetchInterval: ({ state }) =>
      state.data?.months.some((month) => month.state === "running") ? POLL_MS : false,
  });
  const { mutateAsync: close } = useMutation({
    mutationFn: (month: string) => client.post("/:mode/closings", { mode }, { month }),
    onSettled: () => queries.invalidateQueries(readsUnder(`/${mode}/closings`)),
  });
  const mayClose = session.may.includes("close_months");
  const timezone = query.data?.timezone;
  const columns = useMemo(
    () => monthColumns({ mode, mayClose, close, timezone: timezone ?? "" }),
    [mode, mayClose, close, timezone],
  );
  return (
    <>
      <PageHeader
        title="Closing"
        note="Closing a month makes its reports and journal once and keeps them: they stay the same bytes for ever, with one hash over all. Later changes are listed as corrections."
        actions={<BookingExport />}
      />
      {query.error && !query.data ? (
        <ListError
          error={query.error}
          noun="months"
          onRetry={query.refetch}
          onClear={query.refetch}
        />
      ) : (
        <DataTable
          caption="Months, the current one first"
          columns={columns}
          rows={query.data?.months}
          rowKey={(row) => row.id}
          expectedRows={6}
          empty={
            <NothingYet noun="months to close">
              A month can be closed 15 minutes after its end, in the account's time zone. It appears
              here with the first payment.
            </NothingYet>
          }
        />
      )}
    </>
  );
}
