"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { type ErrorOf, useFieldErrors } from "#components/ui/use-field-errors.ts";
import type { SignUpView } from "#lib/dashboard/views/session.ts";
import {
  currencyChoices,
  zoneChoices,
} from "../../(dashboard)/[mode]/settings/account/account-choices.ts";

const EMPTY = { name: "", country: "", currency: "", timezone: "", email: "", password: "" };

export type Request = typeof EMPTY;

type Props = {
  countries: SignUpView["countries"];
  mutate: (params: Request) => void;
  isPending: boolean;
  error: Error | null;
};

/** Business, country and the owner's sign-in. Choosing a country sets its currency and time zone, which can be
 *  changed. */
export function SignUpForm({ countries, mutate, isPending, error }: Props) {
  const [form, setForm] = useState(EMPTY);
  const change = (changes: Partial<Request>) => setForm({ ...form, ...changes });
  const { errorOf, unplaced } = useFieldErrors(error);
  return (
    <form
      method="post"
      className="mt-7 flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        mutate(form);
      }}
    >
      {unplaced && <ErrorBanner error={unplaced} />}
      <Field label="Business name" error={errorOf("name")}>
        <Input
          required
          autoFocus
          maxLength={120}
          autoComplete="organization"
          className="h-10!"
          value={form.name}
          onValueChange={(name) => change({ name })}
        />
      </Field>
      <Place countries={countries} form={form} change={change} errorOf={errorOf} />
      <Field label="E-mail" name="email" error={errorOf("email")}>
        <Input
          type="email"
          required
          autoComplete="username"
          className="h-10!"
          value={form.email}
          onValueChange={(email) => change({ email })}
        />
      </Field>
      <Field label="Password" hint="At least 12 characters." error={errorOf("password")}>
        <Input
          type="password"
          required
          autoComplete="new-password"
          className="h-10!"
          value={form.password}
          onValueChange={(password) => change({ password })}
        />
      </Field>
      <Button type="submit" variant="primary" size="large" className="mt-1" loading={isPending}>
        Create account
      </Button>
      <TextLink href="/sign-in" className="self-start text-13">
        Back to sign-in
      </TextLink>
    </form>
  );
}

type PlaceProps = Pick<Props, "countries"> & {
  form: Request;
  change: (changes: Partial<Request>) => void;
  errorOf: ErrorOf;
};

function Place({ countries, form, change, errorOf }: PlaceProps) {
  const choose = (code: string) => {
    const { currency = "", timezone = "" } = countries.find((one) => one.code === code) ?? {};
    change({ country: code, currency, timezone });
  };
  return (
    <>
      <Field label="Country" error={errorOf("country")}>
        <Select
          className="h-10!"
          choices={countries.map(({ code, name }) => ({ value: code, label: name }))}
          value={form.country || null}
          onChange={choose}
        />
      </Field>
      {form.country && (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Field label="Currency" error={errorOf("defaultCurrency")}>
            <Select
              className="h-10!"
              choices={currencyChoices(form.currency)}
              value={form.currency}
              onChange={(currency: string) => change({ currency })}
            />
          </Field>
          <Field label="Time zone" error={errorOf("timezone")}>
            <Select
              className="h-10!"
              choices={zoneChoices(form.timezone)}
              value={form.timezone}
              onChange={(timezone: string) => change({ timezone })}
            />
          </Field>
        </div>
      )}
    </>
  );
}
