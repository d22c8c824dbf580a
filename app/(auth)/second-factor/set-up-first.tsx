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

/** The one thing to do before an account opens that asks everybody for a second factor. */
export function SetUpFirst({ session, next }: { session: SessionView; next: string }) {
  const router = useRouter();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const signOut = useSignOut();
  const goOn = () => {
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
            {session.account.name} asks everybody for a code of an authenticator app, after the
            password. Set yours up to go on.
          </p>
          <div className="mt-7 flex flex-col gap-4">
            <SetUpFactor onDone={setCodes} />
            <OtherAccounts session={session} onSwitched={goOn} />
            <Button size="large" loading={signOut.isPending} onClick={() => signOut.mutate()}>
              Sign in as somebody else
            </Button>
          </div>
        </>
      ) : (
        <p className="mt-1 text-14 text-ink-muted">
          Yours is set up. <TextLink href={next}>Go on</TextLink>
        </p>
      )}
      <RecoveryCodes codes={codes} onStored={goOn} />
      <ConfirmPerson byCode={session.person.hasSecondFactor} />
    </div>
  );
}

/** Whoever works in another account, too, is not kept from that one. */
function OtherAccounts(props: { session: SessionView; onSwitched: () => void }) {
  const { session, onSwitched } = props;
  const open = useMutation({
    mutationFn: (account: string) => client.post("/session/account", {}, { account }),
    onSuccess: onSwitched,
    onError: (error) => toast.failed(error.message),
  });
  return session.accounts
    .filter(({ id }) => id !== session.account.id)
    .map(({ id, name }) => (
      <Button key={id} size="large" onClick={() => open.mutate(id)}>
        Open {name} instead
      </Button>
    ));
}
