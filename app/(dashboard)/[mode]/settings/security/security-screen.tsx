"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { read } from "#lib/dashboard/client.ts";
import { DetailLoading } from "../../shared/detail-loading.tsx";
import { ChangePassword } from "./change-password.tsx";
import { Passkeys } from "./passkeys.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { Sessions } from "./sessions.tsx";

/** The member's own sign-in: password, second factor, sessions. */
export function SecurityScreen() {
  const query = useQuery(read("/security"));
  return (
    <QueryState query={query} what="Your sign-in" loading={<DetailLoading />}>
      {(security) => (
        <>
          <PageHeader
            title="Security"
            note="Your own sign-in, for every account that you can open."
          />
          <div className="flex max-w-page flex-col gap-10">
            <ChangePassword />
            <SecondFactor security={security} />
            <Passkeys security={security} />
            <Sessions sessions={security.sessions} />
          </div>
        </>
      )}
    </QueryState>
  );
}
