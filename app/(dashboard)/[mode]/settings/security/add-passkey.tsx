"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import { deviceName } from "./device-name.ts";
import { useSecurityChange } from "./use-security-change.ts";

/** Names a passkey and lets the browser make it. */
export function AddPasskey({ host }: { host: string }) {
  const change = useSecurityChange();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const add = useMutation({
    mutationFn: async () => {
      const response = await make(host);
      await change("/security/passkeys", {}, { name, response });
    },
    onSuccess: () => {
      setOpen(false);
      toast.done(`${name} signs you in from now on`);
    },
  });
  return (
    <FormDialog
      title="Add a passkey"
      description="Your browser asks for your finger, face or PIN, and keeps the passkey on this device or in your password manager."
      trigger={<Button>Add passkey</Button>}
      open={open}
      onOpenChange={setOpen}
      verb="Add passkey"
      submit={add}
      onOpen={() => setName(deviceName(navigator.userAgent))}
    >
      {(errorOf) => (
        <Field label="Name" hint="So that you know it again." error={errorOf("name")}>
          <Input required maxLength={60} value={name} onValueChange={setName} />
        </Field>
      )}
    </FormDialog>
  );
}

/** What the browser makes. Rejects with what to do where it cannot, or was not allowed to. */
async function make(host: string): Promise<object> {
  if (location.hostname !== host) {
    throw new Error(`Passkeys work at ${host}. Open Paydesk there first.`);
  }
  const { startRegistration, browserSupportsWebAuthn } = await import("@simplewebauthn/browser");
  if (!browserSupportsWebAuthn()) throw new Error("This browser knows no passkeys.");
  const optionsJSON = await client.post("/security/passkeys/options", {});
  try {
    return await startRegistration({ optionsJSON });
  } catch (error) {
    throw new Error(WORDS[(error as Error).name] ?? "The browser could not make a passkey.");
  }
}

const WORDS: Readonly<Record<string, string>> = {
  NotAllowedError: "No passkey was made: it was not allowed, or the time ran out. Try again.",
  InvalidStateError: "This device has a passkey for you already.",
};
