"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { DefinitionList } from "#components/ui/definition-list.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { read } from "#lib/dashboard/client.ts";
import { useSession } from "../../../session.tsx";
import { AccountForm } from "./account-form.tsx";

/** Settings of the account, and its fixed facts. */
export function AccountScreen() {
  const { mode } = useSession();
  const query = useQuery(read("/account"));
  return (
    <>
      <PageHeader title="Account" note="The same in test and live mode." />
      <QueryState query={query} what="The account" loading={<Loading />}>
        {(account) => (
          <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
            <Section title="Settings">
              <AccountForm account={account} />
            </Section>
            <div className="flex min-w-0 flex-col gap-10">
              <Section title="Fixed">
                <DefinitionList
                  facts={[
                    { term: "Id", value: <ShortId id={account.id} what="account id" whole /> },
                    { term: "Country", value: account.country.name },
                    { term: "Created", value: <Timestamp value={account.createdAt} form="day" /> },
                  ]}
                />
              </Section>
              <Section
                title="API version"
                note="The version of answers to requests without a Service-Version header."
                actions={
                  <TextLink href={`/${mode}/versions`} className="text-13">
                    Versions
                  </TextLink>
                }
              >
                <DefinitionList
                  facts={[
                    { term: "Test mode", value: <Version date={account.versions.test} /> },
                    { term: "Live mode", value: <Version date={account.versions.live} /> },
                  ]}
                />
              </Section>
            </div>
          </div>
        )}
      </QueryState>
    </>
  );
}

function Version({ date }: { date: string }) {
  return <code className="font-mono text-13">{date}</code>;
}

function Loading() {
  return (
    <div aria-busy="true" className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
      <Skeleton className="h-64 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
