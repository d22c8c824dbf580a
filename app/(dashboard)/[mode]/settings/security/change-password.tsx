"use client";

import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogClose } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Section } from "#components/ui/section.tsx";
import { toast } from "#components/ui/toast.tsx";
import { RequestFailed } from "#lib/dashboard/client.ts";
import { useSecurityChange } from "./use-security-change.ts";

const EMPTY = { current: "", password: "" };

/** Another password, for the one there is. */
export function ChangePassword() {
  const id = useId();
  const change = useSecurityChange();
  const [open, setOpen] = useState(false);
  const [form, setForm] = useState(EMPTY);
  const save = useMutation({
    mutationFn: () => change<{ sessionsEnded: number }>("/password", form),
    onSuccess: ({ sessionsEnded }) => {
      setOpen(false);
      toast.done(`Your password is changed${endedWords(sessionsEnded)}`);
    },
  });
  const failure = save.error instanceof RequestFailed ? save.error : null;
  const errorOf = (param: string) => (failure?.param === param ? failure.message : undefined);
  return (
    <Section
      title="Password"
      note="At least twelve characters. A few words in a row are easier to keep than signs."
      actions={
        <Dialog
          title="Change your password"
          description="Everywhere else you are signed out, and an e-mail tells you."
          trigger={<Button>Change password</Button>}
          open={open}
          onOpenChange={(next) => {
            setForm(EMPTY);
            save.reset();
            setOpen(next);
          }}
          footer={
            <>
              <DialogClose render={<Button disabled={save.isPending}>Cancel</Button>} />
              <Button type="submit" form={id} variant="primary" loading={save.isPending}>
                Change password
              </Button>
            </>
          }
        >
          <form
            id={id}
            className="flex flex-col gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              save.mutate();
            }}
          >
            {save.error && !failure?.param && <Banner tone="negative">{save.error.message}</Banner>}
            <Field label="Present password" error={errorOf("current")}>
              <Input
                type="password"
                required
                autoComplete="current-password"
                value={form.current}
                onValueChange={(current) => setForm({ ...form, current })}
              />
            </Field>
            <Field label="New password" error={errorOf("password")}>
              <Input
                type="password"
                required
                autoComplete="new-password"
                value={form.password}
                onValueChange={(password) => setForm({ ...form, password })}
              />
            </Field>
          </form>
        </Dialog>
      }
    >
      {null}
    </Section>
  );
}

function endedWords(sessions: number): string {
  if (sessions === 0) return "";
  return sessions === 1
    ? "; one other session has ended"
    : `; ${sessions} other sessions have ended`;
}
