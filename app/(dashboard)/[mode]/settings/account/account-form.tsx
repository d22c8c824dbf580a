"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, RequestFailed, read } from "#lib/dashboard/client.ts";
import type { AccountView } from "#lib/dashboard/views/account.ts";
import { useSession } from "../../../session.tsx";
import { currencyChoices, zoneChoices } from "./account-choices.ts";

type Changes = Pick<AccountView, "name" | "timezone" | "defaultCurrency">;

/** Form for name, time zone and currency. Saving refreshes the frame, which shows name and times. */
export function AccountForm({ account }: { account: AccountView }) {
  const { session } = useSession();
  const router = useRouter();
  const queries = useQueryClient();
  const saved = changeable(account);
  const [form, setForm] = useState(saved);
  const zones = useMemo(() => zoneChoices(account.timezone), [account.timezone]);
  const change = (changes: Partial<Changes>) => setForm({ ...form, ...changes });
  const show = (changed: AccountView) => {
    queries.setQueryData(read("/account").queryKey, changed);
    setForm(changeable(changed));
    router.refresh();
  };
  const save = useMutation({
    mutationFn: () => client.post("/account", {}, form),
    onSuccess: (changed) => {
      show(changed);
      toast.done("Account saved", {
        undo: {
          run: async () => show(await client.post("/account", {}, saved)),
          done: "Account restored",
        },
      });
    },
  });
  const failure = save.error instanceof RequestFailed ? save.error : null;
  const errorOf = (param: keyof Changes) =>
    failure?.param === param ? failure.message : undefined;
  const mayManage = session.may.includes("manage_account");
  const changed = (Object.keys(saved) as (keyof Changes)[]).some((at) => form[at] !== saved[at]);
  return (
    <form
      className="flex max-w-dialog flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {!mayManage && <Banner tone="neutral">Only owners and admins can change these.</Banner>}
      {save.error && !failure?.param && <ErrorBanner error={save.error} />}
      <Field label="Name" error={errorOf("name")} disabled={!mayManage}>
        <Input
          required
          maxLength={120}
          value={form.name}
          onValueChange={(name) => change({ name })}
        />
      </Field>
      <Field
        label="Time zone"
        hint="Days and times on every screen use this zone."
        error={errorOf("timezone")}
        disabled={!mayManage}
      >
        <Select
          choices={zones}
          value={form.timezone}
          disabled={!mayManage}
          onChange={(timezone: string) => change({ timezone })}
        />
      </Field>
      <Field
        label="Default currency"
        hint="Where a figure needs one currency, this one comes first."
        error={errorOf("defaultCurrency")}
        disabled={!mayManage}
      >
        <Select
          choices={currencyChoices(account.defaultCurrency)}
          value={form.defaultCurrency}
          disabled={!mayManage}
          onChange={(defaultCurrency: string) => change({ defaultCurrency })}
        />
      </Field>
      {mayManage && (
        <div>
          <Button type="submit" variant="primary" disabled={!changed} loading={save.isPending}>
            Save changes
          </Button>
        </div>
      )}
    </form>
  );
}

function changeable({ name, timezone, defaultCurrency }: Changes): Changes {
  return { name, timezone, defaultCurrency };
}
