"use client";

import { useMutation } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { RadioGroup } from "#components/ui/radio-group.tsx";
import { client } from "#lib/dashboard/client.ts";
import { useAttempt } from "../../shared/use-attempt.ts";
import type { NewLink } from "./invite-link.tsx";
import { RolePermissions } from "./role-permissions.tsx";
import { INVITABLE, type Role } from "./roles.ts";
import { useTeamChange } from "./use-team-change.ts";

const NEW = { email: "", role: "support" as Role };
const CHOICES = INVITABLE.map(({ note = "", ...choice }) => ({ ...choice, note }));

/** Form for address and role. Sends the link and shows it. */
export function InviteMember(props: {
  trigger: ReactElement<Record<string, unknown>>;
  onLink: (link: NewLink) => void;
}) {
  const { trigger, onLink } = props;
  const change = useTeamChange();
  const once = useAttempt();
  const [open, setOpen] = useState(false);
  const [form, setForm] = useState(NEW);
  const invite = useMutation({
    mutationFn: () =>
      change(async () => {
        const { url } = await once(form, (attempt) =>
          client.post("/team/invitations", {}, { ...form, attempt }),
        );
        onLink({ email: form.email, url });
      }, "Invitation created"),
    onSuccess: () => setOpen(false),
  });
  return (
    <FormDialog
      title="Invite a colleague"
      description="They get a link that works once, within seven days."
      trigger={trigger}
      open={open}
      onOpenChange={setOpen}
      verb="Send invitation"
      submit={invite}
      onOpen={() => setForm(NEW)}
    >
      {(errorOf) => (
        <>
          <Field label="E-mail" error={errorOf("email")}>
            <Input
              type="email"
              required
              autoComplete="off"
              value={form.email}
              onValueChange={(email) => setForm({ ...form, email })}
            />
          </Field>
          <RadioGroup
            label="Role"
            choices={CHOICES}
            value={form.role}
            onChange={(role: Role) => setForm({ ...form, role })}
          />
          <RolePermissions role={form.role} />
        </>
      )}
    </FormDialog>
  );
}
