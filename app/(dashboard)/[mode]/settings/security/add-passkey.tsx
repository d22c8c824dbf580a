"use client";

import type { RegistrationResponseJSON } from "@simplewebauthn/browser";
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

/** Names a passkey and creates it in the browser. */
export function AddPasskey({ host }: { host: string }) {
  const change = useSecurityChange();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const add = useMutation({
    mutationFn: async () => {
      const response = await createPasskey(host);
      await change(() => client.post("/security/passkeys", {}, { name, response }));
    },
    onSuccess: () => {
      setOpen(false);
      toast.done(`You can now sign in with ${name}`);
    },
  });
  return (
    <FormDialog
      title="Add a passkey"
      description="Your browser asks for your fingerprint, face or PIN, and stores the passkey on this device or in your password manager."
      trigger={<Button>Add passkey</Button>}
      open={open}
      onOpenChange={setOpen}
      verb="Add passkey"
      submit={add}
      onOpen={() => setName(deviceName(navigator.userAgent))}
    >
      {(errorOf) => (
        <Field label="Name" hint="A name to recognise it by." error={errorOf("name")}>
          <Input required maxLength={60} value={name} onValueChange={setName} />
        </Field>
      )}
    </FormDialog>
  );
}

/** The passkey that the browser creates. Rejects with a message that says what to do. */
async function createPasskey(host: string): Promise<RegistrationResponseJSON> {
  if (location.hostname !== host) {
    throw new Error(`Passkeys work at ${host}. Open Paydesk there first.`);
  }
  const { startRegistration, browserSupportsWebAuthn } = await import("@simplewebauthn/browser");
  if (!browserSupportsWebAuthn()) throw new Error("This browser does not support passkeys.");
  const optionsJSON = await client.post("/security/passkeys/options", {});
  try {
    return await startRegistration({ optionsJSON });
  } catch (error) {
    throw new Error(
      WORDS[(error as Error).name] ??
        "The browser could not create a passkey. Try again, or use another browser.",
    );
  }
}

const WORDS: Readonly<Record<string, string>> = {
  NotAllowedError: "No passkey was created: it was not allowed, or the time ran out. Try again.",
  InvalidStateError: "This device already has a passkey for you.",
};
