"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { type Choice, Select } from "#components/ui/select.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import { client, read } from "#lib/dashboard/client.ts";
import type { AccountView } from "#lib/dashboard/views/account.ts";
import type { Locale } from "#lib/kernel/vocabulary/locales.ts";
import { useSession } from "../../../session.tsx";
import { without } from "../../shared/use-draft.ts";
import { currencyChoices, LOCALE_CHOICES, zoneChoices } from "./account-choices.ts";

type Changes = Pick<AccountView, "name" | "timezone" | "defaultCurrency" | "locale">;

/** Form for name, time zone and currency. Saving refreshes the frame, which shows name and times. */
export function AccountForm({ account }: { account: AccountView }) {
  const { session } = useSession();
  const saved = changeable(account);
  // Fields that the person changed; the others follow what is saved, also by others.
  const [typed, setTyped] = useState<Partial<Changes>>({});
  const form = { ...saved, ...typed };
  const zones = useMemo(() => zoneChoices(account.timezone), [account.timezone]);
  const change = (changes: Partial<Changes>) => setTyped({ ...typed, ...changes });
  const save = useSave(typed, saved, (sent) => setTyped((now) => without(now, sent)));
  const { errorOf, unplaced } = useFieldErrors(save.error);
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
      {unplaced && <ErrorBanner error={unplaced} />}
      <Field label="Name" error={errorOf("name")} disabled={!mayManage}>
        <Input
          required
          maxLength={120}
          value={form.name}
          onValueChange={(name) => change({ name })}
        />
      </Field>
      <ChoiceField
        label="Time zone"
        hint="Days and times on every screen use this zone."
        error={errorOf("timezone")}
        choices={zones}
        value={form.timezone}
        disabled={!mayManage}
        onChange={(timezone: string) => change({ timezone })}
      />
      <ChoiceField
        label="Default currency"
        hint="Where a figure needs one currency, this one comes first."
        error={errorOf("defaultCurrency")}
        choices={currencyChoices(account.defaultCurrency)}
        value={form.defaultCurrency}
        disabled={!mayManage}
        onChange={(defaultCurrency: string) => change({ defaultCurrency })}
      />
      <ChoiceField
        label="Numbers and dates"
        hint="How every screen writes amounts, dates and times, and reads typed amounts."
        error={errorOf("locale")}
        choices={LOCALE_CHOICES}
        value={form.locale}
        disabled={!mayManage}
        onChange={(locale: Locale) => change({ locale })}
      />
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

/** Saves the changed fields, with an undo that restores what was saved of them before. */
function useSave(
  typed: Partial<Changes>,
  saved: Changes,
  onSaved: (sent: Partial<Changes>) => void,
) {
  const router = useRouter();
  const queries = useQueryClient();
  const send = async (changes: Partial<Changes>) => {
    const changed = await client.post("/account", {}, changes);
    queries.setQueryData(read("/account").queryKey, changed);
    onSaved(changes);
    router.refresh();
  };
  return useMutation({
    mutationFn: async () => {
      const names = Object.keys(typed) as (keyof Changes)[];
      const before = Object.fromEntries(names.map((name) => [name, saved[name]]));
      await send(typed);
      return before;
    },
    onSuccess: (before) => {
      toast.done("Account saved", {
        undo: { run: () => send(before), done: "Account restored" },
      });
    },
  });
}

type ChoiceFieldProps<Value extends string> = {
  label: string;
  hint: string;
  error: string | undefined;
  choices: readonly Choice<Value>[];
  value: Value;
  disabled: boolean;
  onChange: (value: Value) => void;
};

function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, hint, error, disabled, ...select } = props;
  return (
    <Field label={label} hint={hint} error={error} disabled={disabled}>
      <Select {...select} disabled={disabled} />
    </Field>
  );
}

function changeable({ name, timezone, defaultCurrency, locale }: Changes): Changes {
  return { name, timezone, defaultCurrency, locale };
}
