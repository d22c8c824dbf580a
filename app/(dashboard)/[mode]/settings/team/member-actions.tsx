"use client";

import { useQuery } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Menu, MenuItem } from "#components/ui/menu.tsx";
import { Select } from "#components/ui/select.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, read } from "#lib/dashboard/client.ts";
import type { InvitationView, TeamMemberView } from "#lib/dashboard/views/account.ts";
import { useSession } from "../../../session.tsx";
import type { NewLink } from "./invite-link.tsx";
import { RolePermissions } from "./role-permissions.tsx";
import { INVITABLE, ROLE_CHOICES, type Role, roleName } from "./roles.ts";
import { useTeamChange } from "./use-team-change.ts";

/** Changes a member's role or removes them. Only owners can change owners. */
export function MemberActions({ member }: { member: TeamMemberView }) {
  const { session } = useSession();
  const [dialog, setDialog] = useState<"role" | "remove" | null>(null);
  if (member.role === "owner" && session.role !== "owner") return null;
  const close = (open: boolean) => !open && setDialog(null);
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Change ${member.name}`} size="small">
            <Ellipsis className="size-4" aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setDialog("role")}>Change role</MenuItem>
        <MenuItem danger onSelect={() => setDialog("remove")}>
          Remove from the account
        </MenuItem>
      </Menu>
      <ChangeRole member={member} open={dialog === "role"} onOpenChange={close} />
      <RemoveMember member={member} open={dialog === "remove"} onOpenChange={close} />
    </>
  );
}

type DialogProps = {
  member: TeamMemberView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

function ChangeRole({ member, ...dialog }: DialogProps) {
  const { session } = useSession();
  const change = useTeamChange();
  const [role, setRole] = useState<Role>(member.role);
  const give = (next: Role) =>
    client.post("/team/members/:id/role", { id: member.id }, { role: next });
  const said = (of: Role) => `${member.name} is now ${roleName(of)}`;
  return (
    <ConfirmDialog
      {...dialog}
      title={`Role of ${member.name}`}
      touches={
        <>
          {member.name} is {roleName(member.role)} now. Another role applies from their next request
          on.
          <AffectedKeys member={member} becoming={role} open={dialog.open} />
        </>
      }
      verb="Change role"
      danger={false}
      onConfirm={() =>
        change(() => give(role), said(role), {
          change: () => give(member.role),
          done: said(member.role),
        })
      }
    >
      <Field label="Role">
        <Select
          choices={session.role === "owner" ? ROLE_CHOICES : INVITABLE}
          value={role}
          onChange={setRole}
        />
      </Field>
      <RolePermissions role={role} />
    </ConfirmDialog>
  );
}

function RemoveMember({ member, ...dialog }: DialogProps) {
  const change = useTeamChange();
  return (
    <ConfirmDialog
      {...dialog}
      title={`Remove ${member.name}?`}
      touches={
        <>
          {member.name} can no longer open this account, from their next request on. Keys and
          everything else they created stay.
          <AffectedKeys member={member} becoming={null} open={dialog.open} />
        </>
      }
      verb="Remove member"
      onConfirm={() =>
        change(
          () => client.post("/team/members/:id/remove", { id: member.id }),
          `${member.name} was removed`,
        )
      }
    />
  );
}

/** `becoming`: their next role, or null if they leave. */
type AffectedKeysProps = { member: TeamMemberView; becoming: Role | null; open: boolean };

/** Names keys that need a decision after their creator's role changed or they left. */
function AffectedKeys({ member, becoming, open }: AffectedKeysProps) {
  const { data: keys } = useQuery({
    ...read("/team/members/:id/keys", { id: member.id }, { role: becoming }),
    enabled: open && becoming !== member.role,
  });
  if (becoming === member.role || !keys || keys.length === 0) return null;
  const [one] = keys;
  return (
    <span className="mt-2 block">
      {keys.length === 1
        ? `The ${one?.mode} key ${one?.name} continues to work. Afterwards, adopt it, reduce its permissions or revoke it under Keys.`
        : `${keys.length} keys continue to work: ${keys.map(({ mode, name }) => `${name} (${mode})`).join(", ")}. Afterwards, adopt them, reduce their permissions or revoke them under Keys.`}
    </span>
  );
}

type InvitationProps = { invitation: InvitationView; onLink: (link: NewLink) => void };

/** Sends or shows a new link, or revokes the invitation. */
export function InvitationActions({ invitation: { id, email }, onLink }: InvitationProps) {
  const change = useTeamChange();
  const failed = (error: Error) => toast.failed(error);
  const makeLink = async () => {
    const { url } = await client.post("/team/invitations/:id/link", { id });
    onLink({ email, url });
  };
  const press = (step: "resend" | "revoke", done: string) =>
    void change(() => client.post(`/team/invitations/:id/${step}`, { id }), done).catch(failed);
  return (
    <Menu
      trigger={
        <IconButton label={`Change the invitation of ${email}`} size="small">
          <Ellipsis className="size-4" aria-hidden />
        </IconButton>
      }
    >
      <MenuItem
        onSelect={() => press("resend", "New link created; the previous one no longer works")}
      >
        Send again
      </MenuItem>
      <MenuItem
        onSelect={() =>
          void change(makeLink, "New link created; the previous one no longer works").catch(failed)
        }
      >
        New invite link
      </MenuItem>
      <MenuItem danger onSelect={() => press("revoke", "The link no longer works")}>
        Revoke invitation
      </MenuItem>
    </Menu>
  );
}
