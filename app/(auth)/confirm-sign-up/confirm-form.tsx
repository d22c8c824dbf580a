"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Wordmark } from "#components/frame/wordmark.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { client, RequestFailed } from "#lib/dashboard/client.ts";

/** Opens the account with the link's token and the password chosen at sign-up, and signs the owner in. */
export function ConfirmForm() {
  const router = useRouter();
  const [password, setPassword] = useState("");
  const confirm = useMutation({
    mutationFn: async () => {
      const token = window.location.hash.slice(1);
      const { email } = await client.post(
        "/sign-up/confirm",
        {},
        {
          token,
          password,
        },
      );
      await client.post("/session", {}, { email, password });
    },
    onSuccess: () => {
      router.replace("/test/quick-start");
      router.refresh();
    },
  });
  const failure = confirm.error instanceof RequestFailed ? confirm.error : null;
  const ofPassword = failure?.param === "password" ? failure.message : undefined;
  return (
    <div className="w-full max-w-form">
      <Wordmark />
      <h1 className="mt-8 text-28 font-semibold">Confirm your e-mail address</h1>
      <p className="mt-1 text-14 text-ink-muted">
        Enter the password that you chose at sign-up. Your account then opens in test mode.
      </p>
      <form
        method="post"
        className="mt-7 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          confirm.mutate();
        }}
      >
        {confirm.error && !ofPassword && <ErrorBanner error={confirm.error} />}
        <Field label="Password" error={ofPassword}>
          <Input
            type="password"
            required
            autoFocus
            autoComplete="current-password"
            className="h-10!"
            value={password}
            onValueChange={setPassword}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="large"
          className="mt-1"
          loading={confirm.isPending || confirm.isSuccess}
        >
          Open account
        </Button>
      </form>
    </div>
  );
}
