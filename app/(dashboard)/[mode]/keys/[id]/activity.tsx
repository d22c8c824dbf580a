"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { countText } from "#components/format/locale.ts";
import type { Column } from "#components/table/columns.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Section } from "#components/ui/section.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { KeyActivityView } from "#lib/dashboard/views/keys.ts";
import { useSession } from "../../../session.tsx";
import { ObjectLink } from "../../webhooks/object-link.tsx";
import { count, resourceWord } from "../key-labels.ts";

type Caller = KeyActivityView["callers"][number];
type Call = KeyActivityView["calls"][number];
type Change = KeyActivityView["changes"][number];

const CALLERS: Column<Caller>[] = [
  {
    id: "address",
    header: "From",
    card: "lead",
    cell: ({ address }) => <code className="font-mono text-12">{address || "unknown"}</code>,
  },
  {
    id: "client",
    header: "Client",
    cell: ({ client }) => <span className="truncate">{client || "none given"}</span>,
  },
  { id: "version", header: "Version", width: "w-28", cell: ({ version }) => version },
  {
    id: "first",
    header: "First hour",
    width: "w-36",
    cell: ({ firstAt }) => <Timestamp value={firstAt} form="short" />,
  },
  {
    id: "last",
    header: "Last",
    width: "w-36",
    cell: ({ lastAt }) => <Timestamp value={lastAt} form="short" />,
  },
  {
    id: "requests",
    header: "Requests",
    width: "w-32",
    align: "right",
    card: "figure",
    cell: ({ requests, errors }) => (
      <span className="tabular-nums">
        {countText(requests)}
        {errors > 0 && <span className="text-ink-faint"> ({count(errors, "error")})</span>}
      </span>
    ),
  },
];

const CALLS: Column<Call>[] = [
  { id: "route", header: "Call", card: "lead", cell: ({ route }) => resourceWord(route) },
  {
    id: "last",
    header: "Last hour of it",
    width: "w-36",
    cell: ({ lastAt }) => <Timestamp value={lastAt} form="short" />,
  },
  {
    id: "requests",
    header: "Requests",
    width: "w-32",
    align: "right",
    card: "figure",
    cell: ({ requests }) => <span className="tabular-nums">{countText(requests)}</span>,
  },
];

const CHANGES: Column<Change>[] = [
  {
    id: "call",
    header: "Request",
    card: "lead",
    cell: ({ method, path }) => (
      <code className="block truncate font-mono text-12">
        {method} {path}
      </code>
    ),
  },
  {
    id: "about",
    header: "Created or changed",
    width: "w-64",
    interactive: true,
    cell: ({ objectId }) =>
      objectId ? <ObjectLink id={objectId} /> : <span className="text-ink-faint">not kept</span>,
  },
  {
    id: "at",
    header: "When",
    width: "w-36",
    cell: ({ createdAt }) => <Timestamp value={createdAt} form="short" />,
  },
];

/** Activity of a key that no longer works: its callers, calls and changes. */
export function Activity({ id, name }: { id: string; name: string }) {
  const { mode } = useSession();
  const query = useQuery(read("/:mode/keys/:id/activity", { mode, id }));
  return (
    <Section title="Activity" note="In the last 30 days.">
      <QueryState query={query} what="The activity" loading={<Skeleton className="h-32 w-full" />}>
        {({ callers, calls, changes, changesMade, isMore }) =>
          callers.length + calls.length === 0 ? (
            <p className="text-13 text-ink-muted">
              No requests with {name} in the last 30 days, so there is nothing to undo.
            </p>
          ) : (
            <div className="flex flex-col gap-8">
              <DataTable
                caption={`Callers of ${name}, most frequent first`}
                columns={CALLERS}
                rows={callers}
                rowKey={({ address, client, version }) => `${address} ${version} ${client}`}
                compact
              />
              <DataTable
                caption={`Calls made with ${name}`}
                columns={CALLS}
                rows={calls}
                rowKey={({ route }) => route}
                compact
              />
              {changes.length > 0 && (
                <div>
                  <p className="mb-2 text-13 text-ink-muted">
                    It changed data with {isMore && "more than "}
                    {count(changesMade, "request")}.{" "}
                    <TextLink inText href={`/${mode}/logs?key=${id}&status=2xx&method=POST,DELETE`}>
                      View all in the log
                    </TextLink>
                  </p>
                  <DataTable
                    caption={`Changes made with ${name}, newest first`}
                    columns={CHANGES}
                    rows={changes}
                    rowKey={(change) => change.id}
                    rowHref={(change) => `/${mode}/logs/${change.id}`}
                    compact
                  />
                </div>
              )}
            </div>
          )
        }
      </QueryState>
    </Section>
  );
}
