"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { QueryError } from "#components/data/query-state.tsx";
import type { FilterDef } from "#components/filters/filters.ts";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { client } from "#lib/dashboard/client.ts";
import { useSession } from "../../../session.tsx";
import { ListTools } from "../../shared/list-tools.tsx";
import { useOrigin } from "../../shared/use-origin.ts";
import { DownloadCsv } from "../download-csv.tsx";
import { downloadsRead, isAboutDownloads } from "../report-reads.ts";
import { downloadColumns } from "./download-columns.tsx";

const NO_FILTERS: readonly FilterDef[] = [];
const MAKING_MS = 1_000;
/** Every batch that has arrived: the file that books are closed with. */
const SETTLEMENTS = { type: "settlement" } as const;

/** Every report that was taken as a file, and those that are being made. */
export function DownloadsScreen() {
  const { mode, session } = useSession();
  const filters = useUrlFilters(NO_FILTERS);
  const queries = useQueryClient();
  const query = useQuery({
    ...downloadsRead(mode, filters.values),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.downloads.some(({ status }) => status === "running") ? MAKING_MS : false,
  });
  const { mutateAsync: cancel } = useMutation({
    mutationFn: (id: string) => client.post("/:mode/downloads/:id/cancel", { mode, id }),
    onSettled: () => queries.invalidateQueries({ predicate: isAboutDownloads }),
  });
  const mayTake = session.may.includes("download_reports");
  const columns = useMemo(
    () => downloadColumns({ mode, mayTake, cancel }),
    [mode, mayTake, cancel],
  );
  const { data } = query;
  if (query.error && !data)
    return <QueryError error={query.error} what="The downloads" onRetry={query.refetch} />;
  return (
    <>
      <PageHeader
        title="Downloads"
        count={data?.total}
        note="Every report taken as a file, on a screen or with a key: who, when, how many rows, and the hash to check it by. Prepared files are kept for seven days."
        actions={
          <>
            {data && data.total > 0 && (
              <ListTools path={`/${mode}/downloads`} what="downloads" total={data.total} />
            )}
            <DownloadCsv
              file={SETTLEMENTS}
              label="Settlement report"
              note="Every movement of every settlement that has arrived"
            />
          </>
        }
      />
      <DataTable
        caption="Downloads, newest first"
        columns={columns}
        rows={data?.downloads}
        rowKey={(row) => row.id}
        stale={query.isPlaceholderData}
        expectedRows={4}
        empty={<NothingYet />}
      />
      <Pagination
        previousHref={filters.pageHref({ before: data?.newer })}
        nextHref={filters.pageHref({ after: data?.older })}
      />
    </>
  );
}

/** The same file by a script: with a key that may do nothing else. */
function NothingYet() {
  const origin = useOrigin();
  const { mode } = useSession();
  const sample = [
    `curl "${origin}/v1/reports?type=settlement&from=2026-04-01&to=2026-05-01" \\`,
    '  -H "Accept: text/csv" \\',
    `  -H "Authorization: Bearer sk_${mode}_…" -o settlement.csv`,
  ].join("\n");
  return (
    <EmptyState
      title="No report was taken yet"
      teach={<CodeBlock snippets={[{ language: "curl", code: sample }]} />}
    >
      Download CSV on a report takes every row by its filters. A script gets the same with a key;
      restrict that to reports:read.
    </EmptyState>
  );
}
