"use client";

import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import { QueryState } from "#components/data/query-state.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { DefinitionList, type Fact } from "#components/ui/definition-list.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { RefusedAction } from "#components/ui/refused-action.tsx";
import { Section } from "#components/ui/section.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { KeyDetailView, KeyView, NewKeyView } from "#lib/dashboard/views/keys.ts";
import { SCOPE_VERBS } from "#lib/kernel/vocabulary/keys.ts";
import { useSession } from "../../../session.tsx";
import { KeyHint, KeyStatus } from "../key-columns.tsx";
import { count, kindWord, resourceWord } from "../key-labels.ts";
import { NewSecret } from "../new-secret.tsx";
import { Activity } from "./activity.tsx";
import { Callers } from "./callers.tsx";
import { DayChart } from "./day-chart.tsx";
import { KeyConcern } from "./key-concern.tsx";
import { LimitAddresses } from "./limit-addresses.tsx";
import { Lineage } from "./lineage.tsx";
import { Address, RevokeKey } from "./revoke-key.tsx";
import { RotateKey } from "./rotate-key.tsx";
import { pairOf, Rotation } from "./rotation.tsx";

/** While both keys of a rotation work, people watch the requests of the old one end, so poll. */
const WATCHING_MS = 2_000;
const RESTING_MS = 10_000;

export function KeyScreen({ id }: { id: string }) {
  const { mode } = useSession();
  const query = useQuery({
    ...read("/:mode/keys/:id", { mode, id }),
    refetchInterval: ({ state }) => (state.data && pairOf(state.data) ? WATCHING_MS : RESTING_MS),
  });
  return (
    <QueryState query={query} what="The key" loading={<Loading />}>
      {(detail) => <Detail detail={detail} />}
    </QueryState>
  );
}

function Rotate({ detail, onMade }: { detail: KeyDetailView; onMade: (made: NewKeyView) => void }) {
  const { allowed, reason } = detail.allowedActions.rotate;
  if (!allowed) return <RefusedAction verb="Rotate" reason={reason} />;
  return <RotateKey shown={detail.key} onMade={onMade} />;
}

const MORE_THAN_YOU =
  "This key has more permissions than you. You can revoke it; ask an owner or admin for anything else.";

function Detail({ detail }: { detail: KeyDetailView }) {
  const { mode, session } = useSession();
  const { key } = detail;
  const works = key.status === "active" && session.may.includes("manage_keys");
  const pair = pairOf(detail);
  const [made, setMade] = useState<NewKeyView | null>(null);
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Keys", href: `/${mode}/keys` }]}
        title={key.name}
        beside={<KeyStatus shown={key} />}
        {...(works && !detail.withinRole && { note: MORE_THAN_YOU })}
        actions={
          works && (
            <>
              {detail.successors.length === 0 && <Rotate detail={detail} onMade={setMade} />}
              {key.kind === "secret" && <RevokeKey shown={key} leaked />}
              <RevokeKey shown={key} />
            </>
          )
        }
      />
      <div className="flex flex-col gap-10">
        {detail.concern && <KeyConcern detail={detail} concern={detail.concern} />}
        {pair && <Rotation {...pair} />}
        {key.status !== "active" && <Activity id={key.id} name={key.name} />}
        <DayChart detail={detail} />
        {!pair && <Callers id={key.id} shown={[key]} />}
        <Section
          title="About this key"
          actions={
            <TextLink href={`/${mode}/logs?key=${key.id}`}>View requests in the log</TextLink>
          }
        >
          <DefinitionList facts={factsOf(detail)} columns={2} />
        </Section>
        {key.scopes && (
          <Section
            title="Permissions"
            note="Read and write are separate: neither includes the other."
          >
            <ScopeMatrix scopes={key.scopes} />
          </Section>
        )}
        {key.kind === "secret" && (
          <Section
            title="Allowed addresses"
            actions={works && detail.withinRole && <LimitAddresses shown={key} />}
          >
            <AllowedAddresses addresses={key.addresses} />
          </Section>
        )}
        {detail.lineage.length > 1 && <Lineage keys={detail.lineage} here={key.id} />}
      </div>
      <NewSecret made={made} onStored={() => setMade(null)} />
    </>
  );
}

function factsOf({ key }: KeyDetailView): Fact[] {
  const { use } = key;
  const errors = use.errors === 0 ? "No errors" : `${count(use.errors, "error")}`;
  return [
    { term: "Key", value: <KeyHint shown={key} /> },
    { term: "Kind", value: kindWord(key) },
    { term: "Permissions", value: rightsLabel(key) },
    { term: "Id", value: <ShortId id={key.id} what="key id" whole /> },
    { term: "Requests", value: count(use.requests, "request"), hint: errors },
    {
      term: "Last used",
      value: <Timestamp value={use.lastUsedAt} none="Never" focusable />,
      hint: use.lastUsedAt && <LastUse use={use} />,
    },
    { term: "Created", value: <Timestamp value={key.createdAt} form="full" focusable /> },
    {
      term: key.revokedAt ? "Revoked" : "Expires",
      value: <Timestamp value={key.revokedAt ?? key.expiresAt} form="full" focusable />,
    },
  ];
}

function rightsLabel({ kind, scopes }: KeyView): string {
  if (kind === "publishable") {
    return "Turn card details into a payment method, and list the payment methods of a country";
  }
  return scopes ? `${count(scopes.length, "scope")}, below` : "Everything in this mode";
}

function AllowedAddresses({ addresses }: { addresses: readonly string[] | null }) {
  if (!addresses) return <p className="text-14 text-ink-muted">Any address.</p>;
  return (
    <ul className="flex flex-col gap-1 font-mono text-13 break-all">
      {addresses.map((address) => (
        <li key={address}>{address}</li>
      ))}
    </ul>
  );
}

function LastUse({ use }: { use: KeyView["use"] }) {
  return (
    <>
      {use.lastAddress ? <Address value={use.lastAddress} /> : "from an unknown address"}
      {use.lastVersion && `, version ${use.lastVersion}`}
    </>
  );
}

function Loading() {
  return (
    <div aria-busy="true" className="flex flex-col gap-6 pt-6">
      <Skeleton className="h-7 w-60" />
      <Skeleton className="h-55 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}

/** Scopes of a restricted key by resource. Resources without a scope are left out. */
function ScopeMatrix({ scopes }: { scopes: readonly string[] }) {
  const resources = [...new Set(scopes.map((scope) => scope.split(":")[0] ?? ""))];
  return (
    <table className="w-full max-w-md text-13">
      <thead>
        <tr className="text-12 text-ink-faint">
          <th scope="col" className="pb-1 text-left font-medium">
            Resource
          </th>
          {SCOPE_VERBS.map((verb) => (
            <th key={verb} scope="col" className="w-20 pb-1 text-center font-medium">
              {verb === "read" ? "Read" : "Write"}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {resources.map((resource) => (
          <tr key={resource} className="h-9">
            <th scope="row" className="text-left font-normal">
              {resourceWord(resource)}
            </th>
            {SCOPE_VERBS.map((verb) => (
              <td key={verb} className="text-center">
                {scopes.includes(`${resource}:${verb}`) ? (
                  <>
                    <Check className="inline size-4 text-positive-ink" aria-hidden />
                    <span className="sr-only">Yes</span>
                  </>
                ) : (
                  <span className="text-ink-faint">
                    <span aria-hidden>–</span>
                    <span className="sr-only">No</span>
                  </span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
