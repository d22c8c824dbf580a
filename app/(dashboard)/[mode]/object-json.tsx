"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { JsonView } from "#components/ui/json-view.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { type ObjectJsonView, read } from "#lib/dashboard/client.ts";

/** An object exactly as the API answers it, in the version the account is pinned to. */
export function ObjectJson({ path, noun }: { path: string; noun: string }) {
  const query = useQuery(read<ObjectJsonView>(path));
  return (
    <QueryState query={query} what={`The ${noun.toLowerCase()}'s JSON`} loading={<Loading />}>
      {({ version, object }) => (
        <div className="max-w-page">
          <JsonView value={object} title={`${noun} in version ${version}`} />
        </div>
      )}
    </QueryState>
  );
}

function Loading() {
  return <Skeleton className="h-80 w-full" />;
}
