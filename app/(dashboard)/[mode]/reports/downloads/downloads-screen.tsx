"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { FilterDef } from "#components/filters/filters.ts";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { client } from "#lib/dashboard/client.ts";
import { useSession } from "../../../session.tsx";
import { ListScreen } from "../../shared/list-screen.tsx";
import { NothingYet } from "../../shared/list-states.tsx";
import { useOrigin } from "../../shared/use-origin.ts";
import { DownloadCsv } from "../download-csv.tsx";
import { downloadsRead, isAboutDownloads } from "../report-reads.ts";
import { downloadColumns } from "./download-columns.tsx";
import { Schedules } from "./schedules.tsx";

const NO_FILTERS: readonly FilterDef<never>[] = [];
const POLL_MS = 1_000;
/** Every settlement that was paid: the file for closing the books. */
const SETTLEMENTS = { type: "settlement" } as const;

/** Every report that was downloaded as a file, and those being written. */
export function DownloadsScreen() {
  const { mode, session } = useSession();
  const filters = useUrlFilters(NO_FILTERS);
  const queries = useQueryClient();
  const query = useQuery({
    ...downloadsRead(mode, filters.values),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.downloads.some(({ status }) => status === "running") ? POLL_MS : false,
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
  return (
    <ListScreen
      title="Downloads"
      note="Every report downloaded as a file, from a screen or with a key: who, when, how many rows, and the hash to verify it. Prepared files are kept for seven days."
      actions={
        <DownloadCsv
          file={SETTLEMENTS}
          label="Settlement report"
          note="Every movement that was paid to your bank account"
        />
      }
      noun="downloads"
      path="/:mode/downloads"
      query={query}
      page={data}
      rows={data?.downloads}
      columns={columns}
      filters={filters}
      expectedRows={4}
      empty={<NoDownloads />}
      notice={<Schedules />}
    />
  );
}

/** The same file from a script, with a key that can do nothing else. */
function NoDownloads() {
  const origin = useOrigin();
  const { mode } = useSession();
  const sample = [
    `curl "${origin}/v1/reports?type=settlement&from=2026-04-01&to=2026-05-01" \\`,
    '  -H "Accept: text/csv" \\',
    `  -H "Authorization: Bearer sk_${mode}_…" -o settlement.csv -D settlement.headers`,
  ].join("\n");
  return (
    <NothingYet
      noun="downloads"
      teach={<CodeBlock snippets={[{ language: "curl", code: sample }]} />}
    >
      Download CSV on a report downloads every row that matches its filters. A script gets the same
      file with a key; restrict the key to reports:read.
    </NothingYet>
  );
}
