"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { read } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";
import { usePolling } from "../live-updates/live-updates.tsx";
import { QuickStart } from "./quick-start.tsx";

/** A person at work on a step waits for its tick, so poll. */
const AWAITED_MS = 3_000;

/** The first steps. The page stays available after they are done. */
export function QuickStartScreen() {
  const { mode } = useSession();
  const polling = usePolling();
  const query = useQuery({
    ...read("/:mode/quick-start", { mode }),
    refetchInterval: polling(AWAITED_MS),
  });
  return (
    <>
      <PageHeader
        title="Quick start"
        actions={
          <TextLink href="/docs" className="text-13">
            View all guides
          </TextLink>
        }
      />
      <QueryState
        query={query}
        what="The steps"
        loading={<Skeleton className="mt-2 h-96 w-full max-w-180" />}
      >
        {(start) => <QuickStart start={start} />}
      </QueryState>
    </>
  );
}
