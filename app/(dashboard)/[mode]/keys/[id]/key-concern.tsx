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

/** Why somebody has to decide about the key, and the ways to do so; revoking stands above. */
export function KeyConcern({ detail, concern }: Props) {
  const { session } = useSession();
  const mayDecide = session.may.includes("manage_account");
  const person = concern.person ?? "Whoever made it";
  return (
    <Banner
      tone="warning"
      title={
        concern.reason === "left"
          ? `${person} answers for this key and has left the account`
          : `${person} answers for this key and may do less than it now`
      }
    >
      <p>
        It works as before.{" "}
        {mayDecide
          ? "Adopt it to answer for it yourself, narrow what it may do, or revoke it."
          : "An owner or admin adopts, narrows or revokes it."}
      </p>
      {mayDecide && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Adopt detail={detail} person={person} />
          <Narrow detail={detail} />
        </div>
      )}
    </Banner>
  );
}

function useChange({ key }: KeyDetailView) {
  const { mode } = useSession();
  const queries = useQueryClient();
  return async (verb: "adopt" | "narrow", body: object, done: string) => {
    await client.post(`/:mode/keys/:id/${verb}`, { mode, id: key.id }, body);
    toast.done(done);
    await queries.invalidateQueries(readsUnder(`/${mode}/keys`));
  };
}

function Adopt({ detail, person }: { detail: KeyDetailView; person: string }) {
  const change = useChange(detail);
  const { name } = detail.key;
  return (
    <ConfirmDialog
      title={`Adopt ${name}?`}
      touches={`You answer for it in the place of ${person}. What it may do stays as it is. Payouts that it makes above the limits are not yours to approve.`}
      verb="Adopt key"
      danger={false}
      trigger={<Button>Adopt</Button>}
      onConfirm={() => change("adopt", {}, `You answer for ${name} now`)}
    />
  );
}

function Narrow({ detail }: { detail: KeyDetailView }) {
  const change = useChange(detail);
  const { key, scopeResources } = detail;
  const all = scopeResources.flatMap((resource) => [`${resource}:read`, `${resource}:write`]);
  const had = key.scopes ?? all;
  const [open, setOpen] = useState(false);
  const [scopes, setScopes] = useState<readonly string[]>(had);
  const narrow = useMutation({
    mutationFn: () => change("narrow", { scopes }, `${key.name} may do less now`),
    onSuccess: () => setOpen(false),
  });
  return (
    <FormDialog
      title={`Narrow ${key.name}`}
      description="Requests that need a scope you untick are refused from the moment you save. A key never gains one back."
      trigger={<Button>Narrow</Button>}
      open={open}
      onOpenChange={setOpen}
      verb="Narrow key"
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
