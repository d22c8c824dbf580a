"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { Section } from "#components/ui/section.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import { useSecurityChange } from "./use-security-change.ts";

const EMPTY = { current: "", password: "" };

/** Form to replace the password. */
export function ChangePassword() {
  const change = useSecurityChange();
  const [open, setOpen] = useState(false);
  const [form, setForm] = useState(EMPTY);
  const save = useMutation({
    mutationFn: () => change(() => client.post("/security/password", {}, form)),
    onSuccess: ({ sessionsEnded }) => {
      setOpen(false);
      toast.done(`Password changed${endedLabel(sessionsEnded)}`);
    },
  });
  return (
    <Section
      title="Password"
      note="At least twelve characters. Several words are easier to remember than random characters."
      actions={
        <FormDialog
          title="Change your password"
          description="All your other sessions end, and you get an e-mail."
          trigger={<Button>Change password</Button>}
          open={open}
          onOpenChange={(next) => {
            // Clear the typed passwords.
            setForm(EMPTY);
            setOpen(next);
          }}
          verb="Change password"
          submit={save}
        >
          {(errorOf) => (
            <>
              <Field label="Current password" error={errorOf("current")}>
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
            </>
          )}
        </FormDialog>
      }
    >
      {null}
    </Section>
  );
}

function endedLabel(sessions: number): string {
  if (sessions === 0) return "";
  return sessions === 1
    ? "; one other session was ended"
    : `; ${sessions} other sessions were ended`;
}
