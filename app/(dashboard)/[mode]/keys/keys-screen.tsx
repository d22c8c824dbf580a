"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { QueryError } from "#components/data/query-state.tsx";
import { DataTable } from "#components/table/data-table.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { KeysView, KeyView } from "#lib/dashboard/views/keys.ts";
import { useSession } from "../../session.tsx";
import { ListTools } from "../shared/list-tools.tsx";
import { CreateKey } from "./create-key.tsx";
import { ENDED_COLUMNS, type KeyRow, WORKING_COLUMNS } from "./key-columns.tsx";

const REFRESH_MS = 10_000;

/** Every key of the mode: those that work with what they do, those that work no longer below. */
export function KeysScreen() {
  const { mode, session } = useSession();
  const query = useQuery({
    ...read("/:mode/keys", { mode }),
    refetchInterval: REFRESH_MS,
  });
  const keys = query.data && toRows(query.data.keys);
  const working = keys?.filter((key) => key.status === "active");
  const ended = keys?.filter((key) => key.status !== "active") ?? [];
  const mayManage = session.may.includes("manage_keys");
  return (
    <>
      <PageHeader
        title="Keys"
        count={working?.length}
        note="Secret keys act for the account and stay on your server. Publishable keys only turn cards into tokens, and may be seen by anyone."
        actions={
          <>
            <ListTools path={`/${mode}/keys`} what="keys" total={keys?.length} />
            {mayManage && (
              <CreateKey
                resources={query.data?.scopeResources ?? []}
                grantable={query.data?.grantableScopes ?? null}
                trigger={
                  <Button variant="primary" icon={<Plus className="size-4" aria-hidden />}>
                    Create key
                  </Button>
                }
              />
            )}
          </>
        }
      />
      <ConcernedKeys view={query.data} />
      {query.error && !query.data ? (
        <QueryError error={query.error} what="The keys" onRetry={query.refetch} />
      ) : (
        <DataTable
          caption={`Working keys in ${mode} mode, newest first`}
          columns={WORKING_COLUMNS}
          rows={working}
          rowKey={(key) => key.id}
          rowHref={(key) => `/${mode}/keys/${key.id}`}
          expectedRows={3}
          empty={
            <p className="border-t border-line py-6 text-14 text-ink-muted">
              No key works in {mode} mode. Create one to make calls.
            </p>
          }
        />
      )}
      {ended.length > 0 && (
        <Section title="Revoked and expired" className="mt-10">
          <DataTable
            caption={`Keys in ${mode} mode that work no longer`}
            columns={ENDED_COLUMNS}
            rows={ended}
            rowKey={(key) => key.id}
            rowHref={(key) => `/${mode}/keys/${key.id}`}
          />
        </Section>
      )}
    </>
  );
}

/** Keys that go on working, and about which somebody has to decide. */
function ConcernedKeys({ view }: { view: KeysView | undefined }) {
  const { mode } = useSession();
  const concerned = view?.keys.filter(({ id }) => view.concerns[id]) ?? [];
  if (concerned.length === 0) return null;
  const one = concerned.length === 1;
  return (
    <div className="mb-4">
      <Banner tone="warning" title={one ? "A key needs a decision" : "Keys need a decision"}>
        {concerned.map(({ id, name }, at) => (
          <span key={id}>
            {at > 0 && ", "}
            <TextLink inText href={`/${mode}/keys/${id}`}>
              {name}
            </TextLink>
          </span>
        ))}
        : {one ? "its maker has" : "their makers have"} left or may do less now. An owner or admin
        adopts, narrows or revokes {one ? "it" : "them"}. Until then{" "}
        {one ? "it works" : "they work"} as before.
      </Banner>
    </div>
  );
}

function toRows(keys: readonly KeyView[]): KeyRow[] {
  const works = (key: KeyView) => key.status === "active";
  const replaced = new Set(keys.filter(works).map((key) => key.rotatedFrom));
  return keys.map((key) => ({ ...key, rotating: works(key) && replaced.has(key.id) }));
}
