"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Wordmark } from "#components/frame/wordmark.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { SignInView } from "#lib/dashboard/views/session.ts";
import type { SessionEnd } from "#lib/kernel/vocabulary/sessions.ts";

import { PasskeyButton } from "./passkey-button.tsx";

type Demo = { email: string; password: string };
type Props = { view: SignInView; next: string };

const ENDED: Record<SessionEnd, string> = {
  rest: "You were signed out because you were inactive. Sign in to return to your page.",
  age: "You were signed out because your session reached its maximum age. Sign in to return to your page.",
};

/** The sign-in form. A button fills in the credentials of a demo account if there is one. */
export function SignInForm({ view: { demo, endedBy, passkeyHost, maySignUp }, next }: Props) {
  const router = useRouter();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const signIn = useMutation({
    mutationFn: () => client.post("/session", {}, { email, password }),
    onSuccess: ({ awaitsSecondFactor }) => {
      // With a second factor, this page then asks for the code.
      if (!awaitsSecondFactor) router.replace(next);
      router.refresh();
    },
  });
  return (
    <div className="w-full max-w-form">
      <Wordmark />
      <h1 className="mt-8 text-28 font-semibold">Sign in</h1>
      <p className="mt-1 text-14 text-ink-muted">Payments, keys and webhooks of your account.</p>
      <form
        method="post"
        className="mt-7 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          signIn.mutate();
        }}
      >
        {endedBy && !signIn.error && <Banner>{ENDED[endedBy]}</Banner>}
        {signIn.error && <ErrorBanner error={signIn.error} />}
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
        <Field label="Password" name="password">
          <Input
            type="password"
            required
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
          loading={signIn.isPending || signIn.isSuccess}
        >
          Sign in
        </Button>
        <TextLink href="/forgot-password" className="self-start text-13">
          Forgot password?
        </TextLink>
      </form>
      {passkeyHost && (
        <PasskeyButton
          host={passkeyHost}
          onSignedIn={() => {
            router.replace(next);
            router.refresh();
          }}
        />
      )}
      {maySignUp && (
        <p className="mt-6 text-13 text-ink-muted">
          New here?{" "}
          <TextLink href="/sign-up" inText>
            Create an account
          </TextLink>
        </p>
      )}
      {demo && (
        <DemoHint
          demo={demo}
          onFill={() => {
            setEmail(demo.email);
            setPassword(demo.password);
          }}
        />
      )}
    </div>
  );
}

function DemoHint({ demo, onFill }: { demo: Demo; onFill: () => void }) {
  return (
    <section
      aria-labelledby="demo"
      className="mt-8 rounded-large border border-line bg-surface-raised p-4"
    >
      <div className="flex items-center justify-between gap-4">
        <h2 id="demo" className="text-13 font-semibold">
          Demo merchant
        </h2>
        <Button size="small" onClick={onFill}>
          Fill in
        </Button>
      </div>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-13">
        <dt className="text-ink-faint">E-mail</dt>
        <dd className="font-mono text-12 leading-5">{demo.email}</dd>
        <dt className="text-ink-faint">Password</dt>
        <dd className="font-mono text-12 leading-5">{demo.password}</dd>
      </dl>
    </section>
  );
}
