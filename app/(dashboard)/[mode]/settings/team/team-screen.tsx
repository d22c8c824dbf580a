"use client";

import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { DataTable } from "#components/table/data-table.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuItem } from "#components/ui/menu.tsx";
import { Section } from "#components/ui/section.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { TeamView } from "#lib/dashboard/views/account.ts";
import { useSession } from "../../../session.tsx";
import { ListScreen } from "../../shared/list-screen.tsx";
import { useViewAs } from "../../shared/viewed-as.tsx";
import { InviteMember } from "./invite-member.tsx";
import { RefundLimits } from "./refund-limits.tsx";
import { RequiredFactor } from "./required-factor.tsx";
import { roleName } from "./roles.ts";
import { SessionEnds } from "./session-ends.tsx";
import { invitationColumns, memberColumns } from "./team-columns.tsx";

/** Members of the account and open invitations. */
export function TeamScreen() {
  const { session } = useSession();
  const query = useQuery(read("/team"));
  const team = query.data;
  const mayManage = session.may.includes("manage_team");
  return (
    <ListScreen
      title="Team"
      actions={
        <>
          {session.viewableAs.length > 0 && !session.isViewedAs && <ViewAs />}
          {mayManage && (
            <InviteMember trigger={<Button variant="primary">Invite colleague</Button>} />
          )}
        </>
      }
      noun="members"
      path="/team"
      query={query}
      page={team && { total: team.members.length }}
      rows={team?.members}
      columns={memberColumns(mayManage)}
      caption="Members of the account, owners first"
      expectedRows={4}
      empty={null}
    >
      {team && (
        <>
          <RefundLimits team={team} />
          <RequiredFactor team={team} />
          <SessionEnds ends={team.sessionEnds} />
          {team.invitations.length > 0 && <Invitations team={team} mayManage={mayManage} />}
        </>
      )}
    </ListScreen>
  );
}

/** Shows the dashboard as a colleague of a role sees it. */
function ViewAs() {
  const { session } = useSession();
  const viewAs = useViewAs();
  return (
    <Menu trigger={<Button icon={<Eye className="size-3.5" aria-hidden />}>View as</Button>}>
      {session.viewableAs.map((role) => (
        <MenuItem key={role} onSelect={() => void viewAs(role)}>
          {roleName(role)}
        </MenuItem>
      ))}
    </Menu>
  );
}

function Invitations({ team, mayManage }: { team: TeamView; mayManage: boolean }) {
  const { mode } = useSession();
  return (
    <Section title="Invited" className="mt-10">
      {!team.hasMailServer && mayManage && (
        <div className="mb-4">
          <Banner>
            No mail server is set up. Copy each link from the{" "}
            <TextLink inText href={`/${mode}/settings/notifications`}>
              notifications
            </TextLink>{" "}
            and send it yourself.
          </Banner>
        </div>
      )}
      <DataTable
        caption="Open invitations, newest first"
        columns={invitationColumns(mayManage)}
        rows={team.invitations}
        rowKey={(row) => row.id}
        expectedRows={1}
        empty={null}
      />
    </Section>
  );
}
