"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Wordmark } from "#components/frame/wordmark.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { SignUpView } from "#lib/dashboard/views/session.ts";
import { type Request, SignUpForm } from "./sign-up-form.tsx";

/** Creates an account if the operator allows sign-up, else says why not. */
export function SignUp({ view }: { view: SignUpView }) {
  const [email, setEmail] = useState("");
  const request = useMutation({
    mutationFn: (params: Request) => client.post("/sign-up", {}, params),
    onSuccess: (_, params) => setEmail(params.email.trim()),
  });
  return (
    <div className="w-full max-w-form">
      <Wordmark />
      <h1 className="mt-8 text-28 font-semibold">Create an account</h1>
      {!view.isOpen && (
        <Notice>
          Sign-up is by invitation only. Ask a colleague for an invitation, or the operator for an
          account.
        </Notice>
      )}
      {view.isOpen && !request.isSuccess && <SignUpForm countries={view.countries} {...request} />}
      {request.isSuccess && (
        <Notice tone="positive">
          {view.byMail
            ? `We have sent an e-mail to ${email}. Follow its link within 24 hours to open the account.`
            : "Your account is ready in a few seconds, unless the e-mail address already has one. Sign in with the password that you chose."}
        </Notice>
      )}
    </div>
  );
}

function Notice({ tone = "info", children }: { tone?: "info" | "positive"; children: string }) {
  return (
    <div className="mt-7 flex flex-col gap-6">
      <Banner tone={tone}>{children}</Banner>
      <ButtonLink href="/sign-in?next=/test/quick-start" size="large">
        Go to sign-in
      </ButtonLink>
    </div>
  );
}
