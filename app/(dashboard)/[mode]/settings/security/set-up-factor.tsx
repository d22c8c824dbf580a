"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { NewFactorView } from "#lib/dashboard/views/session.ts";
import { useSecurityChange } from "./use-security-change.ts";

/** Shows the QR code and asks for the first code; then the second factor is on. `onDone` gets the recovery codes. */
export function SetUpFactor({ onDone }: { onDone: (codes: readonly string[]) => void }) {
  const change = useSecurityChange();
  const [factor, setFactor] = useState<NewFactorView | null>(null);
  const [code, setCode] = useState("");
  const begin = useMutation({
    mutationFn: () => change(() => client.post("/security/second-factor", {})),
    onSuccess: (begun) => {
      setCode("");
      setFactor(begun);
    },
    onError: (error) => toast.failed(error),
  });
  const enable = useMutation({
    mutationFn: () => change(() => client.post("/security/second-factor/enable", {}, { code })),
    onSuccess: ({ recoveryCodes }) => {
      setFactor(null);
      onDone(recoveryCodes);
    },
  });
  return (
    <>
      <Button variant="primary" loading={begin.isPending} onClick={() => begin.mutate()}>
        Set up
      </Button>
      <FormDialog
        title="Set up an authenticator"
        open={factor !== null}
        onOpenChange={(open) => !open && setFactor(null)}
        verb="Turn on"
        submit={enable}
      >
        {factor && <Scan factor={factor} />}
        <Field label="The six digits that the app shows now">
          <Input
            mono
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            value={code}
            onValueChange={setCode}
          />
        </Field>
      </FormDialog>
    </>
  );
}

function Scan({ factor: { secret, qr } }: { factor: NewFactorView }) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-13 text-ink-muted">
        Scan this with an authenticator app, or enter the secret in it.
      </p>
      {/* biome-ignore lint/performance/noImgElement: made for this person alone, and never fetched. */}
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        alt="QR code for the authenticator app"
        className="size-44 self-center rounded-base border border-line"
      />
      <div className="flex items-center gap-2 rounded-base border border-line bg-surface-sunken py-1.5 pr-2 pl-3">
        <code className="min-w-0 flex-1 font-mono text-12 break-all" data-secret>
          {secret}
        </code>
        <CopyButton text={secret} what="secret" shown />
      </div>
    </div>
  );
}
