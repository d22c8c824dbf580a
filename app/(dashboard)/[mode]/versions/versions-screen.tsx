"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { read } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";
import { Changelog } from "./changelog.tsx";
import { Compare } from "./compare.tsx";
import { type Contract, ContractContext } from "./contract.ts";
import { PinSummary } from "./pin-summary.tsx";
import { VersionUse } from "./version-use.tsx";

const REFRESH_MS = 15_000;

/** The mode's pin, the versions in use, and a comparison with another version on the merchant's own objects. */
export function VersionsScreen(contract: Contract) {
  const { mode } = useSession();
  const query = useQuery({
    ...read("/:mode/versions", { mode }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <ContractContext value={contract}>
      <PageHeader
        title="Versions"
        note="A version is a date. The pin decides the version of your answers, a Service-Version header overrides it for one request, and each webhook endpoint has its own pin."
      />
      <QueryState query={query} what="The versions" loading={<Loading />}>
        {(view) => (
          <div className="flex flex-col gap-12 pt-2">
            <PinSummary view={view} />
            <VersionUse view={view} />
            <Compare view={view} />
            <Changelog view={view} />
          </div>
        )}
      </QueryState>
    </ContractContext>
  );
}

function Loading() {
  return (
    <div aria-busy="true" className="flex flex-col gap-12 pt-2">
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-80 w-full" />
    </div>
  );
}
