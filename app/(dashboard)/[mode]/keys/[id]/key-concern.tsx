"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import type { KeyConcernView, KeyDetailView } from "#lib/dashboard/views/keys.ts";
import { useSession } from "../../../session.tsx";
import { ScopePicker } from "../scope-picker.tsx";

type Props = { detail: KeyDetailView; concern: KeyConcernView };

/** Why the key needs a decision, with the actions. Revoking is in the header. */
export function KeyConcern({ detail, concern }: Props) {
  const { session } = useSession();
  const mayDecide = session.may.includes("manage_account");
  const person = concern.person ?? "The person who created it";
  return (
    <Banner
      tone="warning"
      title={
        concern.reason === "left"
          ? `${person} is responsible for this key and has left the account`
          : `${person} is responsible for this key, and it has more permissions than they have`
      }
    >
      <p>
        It still works.{" "}
        {mayDecide
          ? "Adopt it to become responsible for it, reduce its permissions, or revoke it."
          : "An owner or admin can adopt it, reduce its permissions or revoke it."}
      </p>
      {mayDecide && (
        <div className="mt-3 flex flex-wrap gap-2">
          <AdoptKey detail={detail} person={person} />
          <ReducePermissions detail={detail} />
        </div>
      )}
    </Banner>
  );
}

function useChange({ key }: KeyDetailView) {
  const { mode } = useSession();
  const queries = useQueryClient();
  return async (change: (key: { mode: string; id: string }) => Promise<unknown>, done: string) => {
    await change({ mode, id: key.id });
    toast.done(done);
    await queries.invalidateQueries(readsUnder(`/${mode}/keys`));
  };
}

function AdoptKey({ detail, person }: { detail: KeyDetailView; person: string }) {
  const change = useChange(detail);
  const { name } = detail.key;
  return (
    <ConfirmDialog
      title={`Adopt ${name}?`}
      touches={`You become responsible for it in place of ${person}. Its permissions stay the same. You cannot approve payouts that it makes above the limits.`}
      verb="Adopt key"
      danger={false}
      trigger={<Button>Adopt</Button>}
      onConfirm={() =>
        change(
          (key) => client.post("/:mode/keys/:id/adopt", key),
          `You are now responsible for ${name}`,
        )
      }
    />
  );
}

function ReducePermissions({ detail }: { detail: KeyDetailView }) {
  const change = useChange(detail);
  const { key, scopeResources } = detail;
  const all = scopeResources.flatMap((resource) => [`${resource}:read`, `${resource}:write`]);
  const had = key.scopes ?? all;
  const [open, setOpen] = useState(false);
  const [scopes, setScopes] = useState<readonly string[]>(had);
  const narrow = useMutation({
    mutationFn: () =>
      change(
        (id) => client.post("/:mode/keys/:id/narrow", id, { scopes }),
        `Permissions of ${key.name} were reduced`,
      ),
    onSuccess: () => setOpen(false),
  });
  return (
    <FormDialog
      title={`Reduce permissions of ${key.name}`}
      description="Requests that need a scope you untick are refused as soon as you save. A key cannot get a scope back."
      trigger={<Button>Reduce permissions</Button>}
      open={open}
      onOpenChange={setOpen}
      verb="Reduce permissions"
      ready={scopes.length > 0 && scopes.length < had.length}
      submit={narrow}
      onOpen={() => setScopes(had)}
    >
      {(errorOf) => (
        <ScopePicker
          resources={scopeResources}
          grantable={had}
          isNarrowing
          scopes={scopes}
          error={errorOf("scopes")}
          onChange={setScopes}
        />
      )}
    </FormDialog>
  );
}
