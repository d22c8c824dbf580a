"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogClose } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { client, onConfirmationNeeded } from "#lib/dashboard/client.ts";

/** Asks for the password, or for a code if the person has a second factor, before a sensitive action; the action then
 * continues. */
export function ConfirmPerson({ byCode }: { byCode: boolean }) {
  const id = useId();
  const waiting = useRef<((confirmed: boolean) => void) | null>(null);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const answer = (confirmed: boolean) => {
    waiting.current?.(confirmed);
    waiting.current = null;
    setOpen(false);
  };
  const confirm = useMutation({
    mutationFn: () =>
      client.post("/security/confirm", {}, byCode ? { code: typed } : { password: typed }),
    onSuccess: () => answer(true),
  });
  const { reset } = confirm;
  useEffect(
    () =>
      onConfirmationNeeded(() => {
        setTyped("");
        reset();
        setOpen(true);
        return new Promise((resolve) => {
          waiting.current = resolve;
        });
      }),
    [reset],
  );
  return (
    <Dialog
      title="Confirm that it is you"
      description="This action is sensitive. You are asked once in ten minutes."
      open={open}
      onOpenChange={(next) => !next && answer(false)}
      footer={
        <>
          <DialogClose render={<Button disabled={confirm.isPending}>Cancel</Button>} />
          <Button type="submit" form={id} variant="primary" loading={confirm.isPending}>
            Confirm
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          // React bubbles the event to the form whose dialog opened this one.
          event.stopPropagation();
          confirm.mutate();
        }}
      >
        {confirm.error && <Banner tone="negative">{confirm.error.message}</Banner>}
        {byCode ? (
          <Field label="Code from your authenticator">
            <Input
              mono
              required
              autoFocus
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={7}
              value={typed}
              onValueChange={setTyped}
            />
          </Field>
        ) : (
          <Field label="Your password">
            <Input
              type="password"
              required
              autoFocus
              autoComplete="current-password"
              value={typed}
              onValueChange={setTyped}
            />
          </Field>
        )}
      </form>
    </Dialog>
  );
}
