"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryState } from "#components/data/query-state.tsx";
import { later } from "#components/ui/later.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { PathOf } from "#lib/dashboard/internal-api.ts";
import { useSession } from "../../session.tsx";

/** On a tab that is not shown first. */
const JsonView = later(() =>
  import("#components/ui/json-view.tsx").then(({ JsonView }) => JsonView),
);

type JsonPath = Extract<PathOf<"GET">, `${string}/json`>;

/** An object as the API returns it: in the version that the account is pinned to, or in another on request. */
export function ObjectJson({ path, id, noun }: { path: JsonPath; id: string; noun: string }) {
  const { mode } = useSession();
  const [wanted, setWanted] = useState<string>();
  const query = useQuery({
    ...read(path, { mode, id }, wanted ? { version: wanted } : {}),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryState query={query} what={`The ${noun.toLowerCase()}'s JSON`} loading={<Loading />}>
      {({ version, versions, pin, object }) => (
        <div className="flex max-w-page flex-col gap-3">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Segmented
              label="API version"
              choices={versions.map((value) => ({ value, label: value }))}
              value={version}
              onChange={(next) => setWanted(next === pin ? undefined : next)}
            />
            <span className="text-12 text-ink-faint">
              {version === pin
                ? "The version this account is pinned to"
                : `The account is pinned to ${pin}`}
            </span>
          </div>
          <JsonView value={object} title={`${noun} in version ${version}`} />
        </div>
      )}
    </QueryState>
  );
}

function Loading() {
  return <Skeleton className="h-80 w-full" />;
}
