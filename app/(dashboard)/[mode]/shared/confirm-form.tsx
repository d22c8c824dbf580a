"use client";

import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogClose } from "#components/ui/dialog.tsx";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { client } from "#lib/dashboard/client.ts";

export type ConfirmFormProps = {
  byCode: boolean;
  open: boolean;
  onAnswer: (confirmed: boolean) => void;
};

/** The dialog of `ConfirmPerson`; loaded separately. Each question starts with an empty form. */
export function ConfirmForm({ byCode, open, onAnswer }: ConfirmFormProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const confirm = useMutation({
    mutationFn: () =>
      client.post("/security/confirm", {}, byCode ? { code: typed } : { password: typed }),
    onSuccess: () => onAnswer(true),
  });
  return (
    <Dialog
      title="Confirm that it is you"
      description="This action is sensitive. You are asked once in ten minutes."
      open={open}
      onOpenChange={(next) => !next && onAnswer(false)}
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
        {confirm.error && <ErrorBanner error={confirm.error} />}
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
