"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Wordmark } from "#components/frame/wordmark.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import { client } from "#lib/dashboard/client.ts";
import type { WelcomeView } from "#lib/dashboard/views/account.ts";

/** Accepts an invitation: shows the account, and asks for a name and a password. */
export function AcceptForm() {
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => setToken(window.location.hash.slice(1)), []);
  const welcome = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => client.post("/invitation", {}, { token: token ?? "" }),
    enabled: token !== null,
    retry: false,
  });
  return (
    <div className="w-full max-w-form">
      <Wordmark />
      {welcome.data && token && <Join welcome={welcome.data} token={token} />}
      {welcome.error && (
        <>
          <h1 className="mt-8 text-28 font-semibold">This link is no longer valid</h1>
          <p className="mt-2 text-14 text-ink-muted">{welcome.error.message}</p>
          <p className="mt-2 mb-6 text-14 text-ink-muted">
            Ask the person who invited you to send a new link.
          </p>
          <ButtonLink href="/sign-in" size="large">
            Go to sign-in
          </ButtonLink>
        </>
      )}
    </div>
  );
}

function Join({ welcome, token }: { welcome: WelcomeView; token: string }) {
  const router = useRouter();
  const [form, setForm] = useState({ name: "", password: "" });
  const join = useMutation({
    mutationFn: () => client.post("/invitation/accept", {}, { token, ...form }),
    onSuccess: ({ awaitsSecondFactor }) => {
      router.replace(awaitsSecondFactor ? "/sign-in" : "/test/home");
      router.refresh();
    },
  });
  const { errorOf, unplaced } = useFieldErrors(join.error);
  return (
    <>
      <h1 className="mt-8 text-28 font-semibold">Join {welcome.account}</h1>
      <p className="mt-1 text-14 text-ink-muted">
        {welcome.isKnown
          ? "You already have a sign-in. Enter its password."
          : "Choose a password. You sign in with it and your e-mail address."}
      </p>
      <form
        method="post"
        className="mt-7 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          join.mutate();
        }}
      >
        {unplaced && <ErrorBanner error={unplaced} />}
        <Field label="E-mail" name="email">
          <Input
            type="email"
            readOnly
            autoComplete="username"
            className="h-10!"
            value={welcome.email}
          />
        </Field>
        {!welcome.isKnown && (
          <Field label="Your name" error={errorOf("name")}>
            <Input
              required
              autoFocus
              maxLength={120}
              autoComplete="name"
              className="h-10!"
              value={form.name}
              onValueChange={(name) => setForm({ ...form, name })}
            />
          </Field>
        )}
        <Field
          label="Password"
          hint={welcome.isKnown ? undefined : "At least 12 characters."}
          error={errorOf("password")}
        >
          <Input
            type="password"
            required
            autoComplete={welcome.isKnown ? "current-password" : "new-password"}
            className="h-10!"
            value={form.password}
            onValueChange={(password) => setForm({ ...form, password })}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="large"
          className="mt-1"
          loading={join.isPending || join.isSuccess}
        >
          Join {welcome.account}
        </Button>
      </form>
    </>
  );
}
