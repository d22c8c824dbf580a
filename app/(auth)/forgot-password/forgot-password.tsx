"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Wordmark } from "#components/frame/wordmark.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { client } from "#lib/dashboard/client.ts";

/** Sends a link to reset the password. Without e-mail it tells the person to ask the operator. */
export function ForgotPassword({ byMail }: { byMail: boolean }) {
  return (
    <div className="w-full max-w-form">
      <Wordmark />
      <h1 className="mt-8 text-28 font-semibold">Forgot password?</h1>
      {byMail ? <RequestLink /> : <AskOperator />}
    </div>
  );
}

function RequestLink() {
  const [email, setEmail] = useState("");
  const request = useMutation({ mutationFn: () => client.post("/recovery", {}, { email }) });
  if (request.isSuccess) {
    return (
      <div className="mt-7 flex flex-col gap-6">
        <Banner tone="positive">
          If {email.trim()} has an account, we have sent a link to it. You can use the link once
          within 30 minutes.
        </Banner>
        <ButtonLink href="/sign-in" size="large">
          Go to sign-in
        </ButtonLink>
      </div>
    );
  }
  return (
    <>
      <p className="mt-1 text-14 text-ink-muted">
        We send a link to your e-mail address. Use it to set a new password.
      </p>
      <form
        method="post"
        className="mt-7 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          request.mutate();
        }}
      >
        {request.error && <ErrorBanner error={request.error} />}
        <Field label="E-mail" name="email">
          <Input
            type="email"
            required
            autoFocus
            autoComplete="username"
            className="h-10!"
            value={email}
            onValueChange={setEmail}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="large"
          className="mt-1"
          loading={request.isPending}
        >
          Send link
        </Button>
        <TextLink href="/sign-in" className="self-start text-13">
          Back to sign-in
        </TextLink>
      </form>
    </>
  );
}

function AskOperator() {
  return (
    <>
      <p className="mt-2 text-14 text-ink-muted">
        This installation sends no e-mail, so its operator resets passwords. Ask the operator to run
        this command with your e-mail address and to give you the link that it prints:
      </p>
      <pre className="mt-4 mb-6 rounded-base border border-line bg-surface-sunken p-3 font-mono text-12 whitespace-pre-wrap [overflow-wrap:anywhere]">
        npm run -s account -- reset-password --email you@example.com --link
      </pre>
      <ButtonLink href="/sign-in" size="large">
        Go to sign-in
      </ButtonLink>
    </>
  );
}
