"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Wordmark } from "#components/frame/wordmark.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { client } from "#lib/dashboard/client.ts";
import { useSignOut } from "../use-sign-out.ts";

/** Asks for an authenticator code or a recovery code after the password. */
export function SecondStep({ next }: { next: string }) {
  const router = useRouter();
  const [code, setCode] = useState("");
  const submit = useMutation({
    mutationFn: () => client.post("/session/second-factor", {}, { code }),
    onSuccess: () => {
      router.replace(next);
      router.refresh();
    },
  });
  const leave = useSignOut();
  return (
    <div className="w-full max-w-form">
      <Wordmark />
      <h1 className="mt-8 text-28 font-semibold">Second factor</h1>
      <p className="mt-1 text-14 text-ink-muted">
        Enter the six digits that your authenticator app shows, or one of your recovery codes.
      </p>
      <form
        method="post"
        className="mt-7 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit.mutate();
        }}
      >
        {submit.error && <ErrorBanner error={submit.error} />}
        <Field label="Code" name="code">
          <Input
            mono
            required
            autoFocus
            autoComplete="one-time-code"
            maxLength={20}
            className="h-10!"
            value={code}
            onValueChange={setCode}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="large"
          className="mt-1"
          loading={submit.isPending || submit.isSuccess}
        >
          Sign in
        </Button>
        <Button size="large" loading={leave.isPending} onClick={() => leave.mutate()}>
          Sign in as someone else
        </Button>
      </form>
    </div>
  );
}
