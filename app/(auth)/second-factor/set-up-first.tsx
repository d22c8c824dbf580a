"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Wordmark } from "#components/frame/wordmark.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { SessionView } from "#lib/dashboard/views/session.ts";
import { RecoveryCodes } from "../../(dashboard)/[mode]/settings/security/recovery-codes.tsx";
import { SetUpFactor } from "../../(dashboard)/[mode]/settings/security/set-up-factor.tsx";
import { ConfirmPerson } from "../../(dashboard)/[mode]/shared/confirm-person.tsx";
import { useSignOut } from "../use-sign-out.ts";

/** Sets up a second factor before an account that requires one opens. */
export function SetUpFirst({ session, next }: { session: SessionView; next: string }) {
  const router = useRouter();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const signOut = useSignOut();
  const openAccount = () => {
    router.replace(next);
    router.refresh();
  };
  return (
    <div className="w-full max-w-form">
      <Wordmark />
      <h1 className="mt-8 text-28 font-semibold">Second factor</h1>
      {session.mustSetUpFactor ? (
        <>
          <p className="mt-1 text-14 text-ink-muted">
            {session.account.name} requires a code from an authenticator app after the password. Set
            up your authenticator app to continue.
          </p>
          <div className="mt-7 flex flex-col gap-4">
            <SetUpFactor onDone={setCodes} />
            <OtherAccounts session={session} onSwitched={openAccount} />
            <Button size="large" loading={signOut.isPending} onClick={() => signOut.mutate()}>
              Sign in as someone else
            </Button>
          </div>
        </>
      ) : (
        <p className="mt-1 text-14 text-ink-muted">
          Your second factor is set up. <TextLink href={next}>Continue</TextLink>
        </p>
      )}
      <RecoveryCodes codes={codes} onStored={openAccount} />
      <ConfirmPerson byCode={session.person.hasSecondFactor} />
    </div>
  );
}

/** Members of other accounts can switch to those without a second factor here. */
function OtherAccounts(props: { session: SessionView; onSwitched: () => void }) {
  const { session, onSwitched } = props;
  const open = useMutation({
    mutationFn: (account: string) => client.post("/session/account", {}, { account }),
    onSuccess: onSwitched,
    onError: (error) => toast.failed(error),
  });
  return session.accounts
    .filter(({ id }) => id !== session.account.id)
    .map(({ id, name }) => (
      <Button key={id} size="large" onClick={() => open.mutate(id)}>
        Switch to {name}
      </Button>
    ));
}
