"use client";

import { Ellipsis } from "lucide-react";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Menu, MenuItem } from "#components/ui/menu.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { InvitationView } from "#lib/dashboard/views/account.ts";
import { useTeamChange } from "./use-team-change.ts";

/** Sends a new link, or revokes the invitation. */
export function InvitationActions({ invitation: { id, email } }: { invitation: InvitationView }) {
  const change = useTeamChange();
  const press = (step: "resend" | "revoke", done: string) =>
    void change(() => client.post(`/team/invitations/:id/${step}`, { id }), done).catch(
      (error: Error) => toast.failed(error.message),
    );
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
      <MenuItem danger onSelect={() => press("revoke", "The link no longer works")}>
        Revoke invitation
      </MenuItem>
    </Menu>
  );
}
