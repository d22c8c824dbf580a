"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { RadioGroup } from "#components/ui/radio-group.tsx";
import { Select } from "#components/ui/select.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, readsOf } from "#lib/dashboard/client.ts";
import type { NewKeyView } from "#lib/dashboard/views/keys.ts";
import { useSession } from "../../session.tsx";
import { useAttempt } from "../shared/use-attempt.ts";
import { AddressField, addressesOf } from "./address-field.tsx";
import { NewSecret } from "./new-secret.tsx";
import { useOpenByAddress } from "./open-by-address.ts";
import { ScopePicker } from "./scope-picker.tsx";

type Kind = "secret" | "restricted" | "publishable";

const KINDS = [
  { value: "secret", label: "Secret", note: "All permissions, from your server." },
  {
    value: "restricted",
    label: "Restricted",
    note: "Only the scopes that you tick, from your server.",
  },
  {
    value: "publishable",
    label: "Publishable",
    note: "Card entry in the browser. It is not secret.",
  },
] as const;

const LIVES = [
  { value: "0", label: "Never" },
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In one year" },
] as const;

const DAY_MS = 86_400_000;

function expiryOf(days: string, present: Date): string | null {
  if (days === "0") return null;
  return new Date(present.getTime() + Number(days) * DAY_MS).toISOString();
}

const NEW = {
  kind: "secret" as Kind,
  name: "",
  scopes: [] as string[],
  addresses: "",
  days: "0",
  /** By the days, counted from their choice: sending again must send the same. */
  expiresAt: null as string | null,
};

export type CreateKeyProps = {
  resources: readonly string[];
  /** The scopes that the viewer may grant. null means all, and also a key without limits. */
  grantable: readonly string[] | null;
  trigger: ReactElement<Record<string, unknown>>;
};

type KeyFieldsProps = Pick<CreateKeyProps, "resources" | "grantable"> & {
  form: typeof NEW;
  change: (changes: Partial<typeof NEW>) => void;
  errorOf: (field: string) => string | undefined;
};

function KeyFields({ form, change, errorOf, resources, grantable }: KeyFieldsProps) {
  const { present } = useTimeFrame();
  return (
    <>
      <Field
        label="Name"
        hint="Where it is used, for example Shop backend or Till 4."
        error={errorOf("name")}
      >
        <Input
          required
          maxLength={80}
          autoComplete="off"
          value={form.name}
          onValueChange={(name) => change({ name })}
        />
      </Field>
      <RadioGroup
        label="Kind"
        choices={grantable ? KINDS.filter(({ value }) => value !== "secret") : KINDS}
        value={form.kind}
        onChange={(chosen: Kind) => change({ kind: chosen })}
      />
      {form.kind === "restricted" && (
        <ScopePicker
          resources={resources}
          grantable={grantable}
          scopes={form.scopes}
          error={errorOf("scopes")}
          onChange={(scopes) => change({ scopes })}
        />
      )}
      {form.kind !== "publishable" && (
        <AddressField
          value={form.addresses}
          error={errorOf("addresses")}
          onChange={(addresses) => change({ addresses })}
        />
      )}
      <Field label="Expires" error={errorOf("expiresAt")}>
        <Select
          choices={LIVES}
          value={form.days}
          onChange={(days: string) => change({ days, expiresAt: expiryOf(days, present) })}
        />
      </Field>
    </>
  );
}

/** Form for a new key. The secret is shown once, after creation. */
export function CreateKey({ resources, grantable, trigger }: CreateKeyProps) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const once = useAttempt();
  const [open, setOpen] = useState(false);
  useOpenByAddress("create", () => setOpen(true));
  const [made, setMade] = useState<NewKeyView | null>(null);
  const [form, setForm] = useState(NEW);
  // The grantable scopes can arrive after the dialog has opened.
  const kind = grantable && form.kind === "secret" ? "restricted" : form.kind;
  const change = (changes: Partial<typeof NEW>) => setForm({ ...form, ...changes });
  const create = useMutation({
    mutationFn: () =>
      once(form, (attempt) => {
        const key = {
          kind: kind === "publishable" ? ("publishable" as const) : ("secret" as const),
          name: form.name,
          scopes: kind === "restricted" ? form.scopes : null,
          addresses: kind === "publishable" ? null : addressesOf(form.addresses),
          expiresAt: form.expiresAt,
        };
        return client.post("/:mode/keys", { mode }, { ...key, attempt });
      }),
    onSuccess: (answer) => {
      setOpen(false);
      // A publishable key is not secret: the list always shows it in full.
      if (answer.key.kind === "secret") setMade(answer);
      else toast.done(`Publishable key ${answer.key.name} was created`);
      void queries.invalidateQueries(readsOf("/:mode/keys", { mode }));
    },
  });
  return (
    <>
      <FormDialog
        title={`Create a ${mode} key`}
        trigger={trigger}
        open={open}
        onOpenChange={setOpen}
        verb="Create key"
        submit={create}
        onOpen={() => setForm(NEW)}
      >
        {(errorOf) => (
          <KeyFields
            form={{ ...form, kind }}
            change={change}
            errorOf={errorOf}
            resources={resources}
            grantable={grantable}
          />
        )}
      </FormDialog>
      <NewSecret
        made={made}
        onStored={() => {
          setMade(null);
          create.reset();
        }}
      />
    </>
  );
}
