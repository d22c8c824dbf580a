"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Wordmark } from "#components/frame/wordmark.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { client, RequestFailed } from "#lib/dashboard/client.ts";

/** Sets a new password with the token in the URL. */
export function ResetForm() {
  const [password, setPassword] = useState("");
  const reset = useMutation({
    mutationFn: () =>
      client.post("/recovery/password", {}, { token: window.location.hash.slice(1), password }),
    // Removes the used token from the browser history.
    onSuccess: () => window.history.replaceState(null, "", window.location.pathname),
  });
  const failure = reset.error instanceof RequestFailed ? reset.error : null;
  const ofPassword = failure?.param === "password" ? failure.message : undefined;
  return (
    <div className="w-full max-w-form">
      <Wordmark />
      <h1 className="mt-8 text-28 font-semibold">Set a new password</h1>
      {reset.isSuccess ? (
        <div className="mt-7 flex flex-col gap-6">
          <Banner tone="positive">
            Your password was changed and you were signed out everywhere. Sign in with the new
            password.
          </Banner>
          <ButtonLink href="/sign-in" size="large">
            Go to sign-in
          </ButtonLink>
        </div>
      ) : (
        <form
          method="post"
          className="mt-7 flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            reset.mutate();
          }}
        >
          {reset.error && !ofPassword && (
            <Banner tone="negative">
              {reset.error.message}{" "}
              <TextLink href="/forgot-password" inText>
                Request a new link
              </TextLink>
            </Banner>
          )}
          <Field label="New password" hint="At least 12 characters." error={ofPassword}>
            <Input
              type="password"
              required
              autoFocus
              autoComplete="new-password"
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
            loading={reset.isPending}
          >
            Set password
          </Button>
        </form>
      )}
    </div>
  );
}
