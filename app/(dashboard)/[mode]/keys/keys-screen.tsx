"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { DataTable } from "#components/table/data-table.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { Section } from "#components/ui/section.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { KeysView, KeyView } from "#lib/dashboard/views/keys.ts";
import { useSession } from "../../session.tsx";
import { ListScreen } from "../shared/list-screen.tsx";
import { CreateKey } from "./create-key.tsx";
import { ENDED_COLUMNS, type KeyRow, WORKING_COLUMNS } from "./key-columns.tsx";

const REFRESH_MS = 10_000;

/** Every key of the mode: active keys with their use, and revoked and expired ones below. */
export function KeysScreen() {
  const { mode, session } = useSession();
  const query = useQuery({
    ...read("/:mode/keys", { mode }),
    refetchInterval: REFRESH_MS,
  });
  const keys = query.data && toRows(query.data.keys);
  const working = keys?.filter((key) => key.status === "active");
  const ended = keys?.filter((key) => key.status !== "active") ?? [];
  return (
    <ListScreen
      title="Keys"
      count={working?.length}
      note="Secret keys act for the account and stay on your server. Publishable keys can only turn cards into tokens and may be public."
      actions={
        session.may.includes("manage_keys") && (
          <CreateKey
            resources={query.data?.scopeResources ?? []}
            grantable={query.data?.grantableScopes ?? null}
            trigger={
              <Button variant="primary" icon={<Plus className="size-4" aria-hidden />}>
                Create key
              </Button>
            }
          />
        )
      }
      notice={<ConcernedKeys view={query.data} />}
      noun="keys"
      path="/:mode/keys"
      query={query}
      page={keys && { total: keys.length }}
      rows={working}
      columns={WORKING_COLUMNS}
      rowHref={(key) => `/${mode}/keys/${key.id}`}
      caption={`Active keys in ${mode} mode, newest first`}
      expectedRows={4}
      empty={
        <p className="border-t border-line py-6 text-14 text-ink-muted">
          No active key in {mode} mode. Create one to make calls.
        </p>
      }
    >
      {ended.length > 0 && (
        <Section title="Revoked and expired" className="mt-10">
          <DataTable
            caption={`Revoked and expired keys in ${mode} mode`}
            columns={ENDED_COLUMNS}
            rows={ended}
            rowKey={(key) => key.id}
            rowHref={(key) => `/${mode}/keys/${key.id}`}
          />
        </Section>
      )}
    </ListScreen>
  );
}

/** Keys that work, but whose creator has left or has fewer permissions now. */
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
        : {one ? "the member who created it has" : "the members who created them have"} left or has
        fewer permissions now. An owner or admin can adopt, reduce or revoke {one ? "it" : "them"}.
        Until then {one ? "it works" : "they work"} unchanged.
      </Banner>
    </div>
  );
}

function toRows(keys: readonly KeyView[]): KeyRow[] {
  const works = (key: KeyView) => key.status === "active";
  const replaced = new Set(keys.filter(works).map((key) => key.rotatedFrom));
  return keys.map((key) => ({ ...key, rotating: works(key) && replaced.has(key.id) }));
}
