import type { Column } from "#components/table/columns.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { Badge } from "#components/ui/status.tsx";
import type { InvitationView, TeamMemberView } from "#lib/dashboard/views/account.ts";
import type { NewLink } from "./invite-link.tsx";
import { InvitationActions, MemberActions } from "./member-actions.tsx";
import { roleName } from "./roles.ts";

/** Name, role, second factor, last activity. */
export function memberColumns(mayManage: boolean): readonly Column<TeamMemberView>[] {
  return [
    {
      id: "who",
      header: "Member",
      card: "lead",
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-3 py-1">
          <Avatar name={row.name} />
          <span className="min-w-0">
            <span className="block truncate font-medium">{row.name}</span>
            <span className="block truncate text-12 text-ink-muted">{row.email}</span>
          </span>
        </span>
      ),
    },
    {
      id: "role",
      header: "Role",
      width: "w-28",
      card: "figure",
      cell: (row) => roleName(row.role),
    },
    {
      id: "factor",
      header: "Second factor",
      phoneLabel: "Second factor",
      width: "w-28",
      cell: (row) =>
        row.hasSecondFactor ? (
          <Badge tone="positive">On</Badge>
        ) : (
          <span className="text-ink-faint">Off</span>
        ),
    },
    {
      id: "seen",
      header: "Last seen",
      phoneLabel: "Last seen",
      width: "w-28",
      align: "right",
      cell: (row) => <Timestamp value={row.lastSeenAt} form="list" none="Signed out" />,
    },
    ...(mayManage ? [memberActions] : []),
  ];
}

const memberActions: Column<TeamMemberView> = {
  id: "do",
  header: "Change",
  width: "w-20",
  align: "right",
  interactive: true,
  cell: (row) => <MemberActions member={row} />,
};

/** Open invitations with role, sender and expiry. `onLink` shows a new link; null for a person who may not invite. */
export function invitationColumns(
  onLink: ((link: NewLink) => void) | null,
): readonly Column<InvitationView>[] {
  return [
    {
      id: "who",
      header: "E-mail",
      card: "lead",
      cell: (row) => <span className="truncate font-medium">{row.email}</span>,
    },
    {
      id: "role",
      header: "Role",
      width: "w-32",
      card: "figure",
      cell: (row) => roleName(row.role),
    },
    {
      id: "by",
      header: "Invited by",
      width: "w-44",
      from: "lg",
      cell: (row) => row.invitedBy ?? <span className="text-ink-faint">former member</span>,
    },
    {
      id: "until",
      header: "Link works until",
      width: "w-36",
      align: "right",
      cell: (row) =>
        row.hasExpired ? (
          <Badge tone="warning">Expired</Badge>
        ) : (
          <Timestamp value={row.expiresAt} form="short" />
        ),
    },
    ...(onLink ? [invitationActions(onLink)] : []),
  ];
}

const invitationActions = (onLink: (link: NewLink) => void): Column<InvitationView> => ({
  id: "do",
  header: "Change",
  width: "w-28",
  align: "right",
  interactive: true,
  cell: (row) => <InvitationActions invitation={row} onLink={onLink} />,
});
