"use client";

import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { client } from "#lib/dashboard/client.ts";

/** Signs in with a passkey. Shown only if the browser supports passkeys and the host matches. */
export function PasskeyButton({ host, onSignedIn }: { host: string; onSignedIn: () => void }) {
  const [isPossible, setPossible] = useState(false);
  // Only the browser can tell, so the server's HTML has no button.
  useEffect(() => {
    setPossible(location.hostname === host && "PublicKeyCredential" in window);
  }, [host]);
  const signIn = useMutation({ mutationFn: sign, onSuccess: onSignedIn });
  if (!isPossible) return null;
  return (
    <div className="mt-3 flex flex-col gap-2">
      <Button
        size="large"
        loading={signIn.isPending || signIn.isSuccess}
        onClick={() => signIn.mutate()}
      >
        <KeyRound aria-hidden className="size-4" />
        Use a passkey
      </Button>
      {signIn.error && (
        <p role="alert" className="text-13 text-negative-ink">
          {labelOf(signIn.error)}
        </p>
      )}
    </div>
  );
}

async function sign(): Promise<void> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const optionsJSON = await client.post("/session/passkey/options", {});
  await client.post("/session/passkey", {}, await startAuthentication({ optionsJSON }));
}

const labelOf = (error: Error) =>
  error.name === "NotAllowedError"
    ? "The passkey sign-in was canceled. Try again, or use your e-mail address and password."
    : error.message;
