"use client";

import { useMutation } from "@tanstack/react-query";
import { type ReactElement, useId, useState } from "react";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogClose } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { RadioGroup } from "#components/ui/radio-group.tsx";
import { RequestFailed } from "#lib/dashboard/client.ts";
import { INVITABLE, type Role } from "./roles.ts";
import { useTeamChange } from "./use-team-change.ts";

const NEW = { email: "", role: "support" as Role };
const CHOICES = INVITABLE.map(({ note = "", ...choice }) => ({ ...choice, note }));

/** Asks for an address and a role, and sends a link. */
export function InviteMember({ trigger }: { trigger: ReactElement<Record<string, unknown>> }) {
  const id = useId();
  const change = useTeamChange();
  const [open, setOpen] = useState(false);
  const [form, setForm] = useState(NEW);
  const invite = useMutation({
    mutationFn: () => change("/invitations", form, "The invitation is made"),
    onSuccess: () => setOpen(false),
  });
  const failure = invite.error instanceof RequestFailed ? invite.error : null;
  const errorOf = (param: string) => (failure?.param === param ? failure.message : undefined);
  return (
    <Dialog
      title="Invite a colleague"
      description="They get a link that works once, for seven days."
      trigger={trigger}
      open={open}
      onOpenChange={(next) => {
        if (next) {
          setForm(NEW);
          invite.reset();
        }
        setOpen(next);
      }}
      footer={
        <>
          <DialogClose render={<Button disabled={invite.isPending}>Cancel</Button>} />
          <Button type="submit" form={id} variant="primary" loading={invite.isPending}>
            Send invitation
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate();
        }}
      >
        {invite.error && !failure?.param && <Banner tone="negative">{invite.error.message}</Banner>}
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
      </form>
    </Dialog>
  );
}
