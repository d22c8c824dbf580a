"use client";

import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useState } from "react";
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
import { InviteLink, type NewLink } from "./invite-link.tsx";
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
  const [link, setLink] = useState<NewLink | null>(null);
  return (
    <ListScreen
      title="Team"
      actions={
        <>
          {session.viewableAs.length > 0 && !session.isViewedAs && <ViewAs />}
          {mayManage && (
            <InviteMember
              trigger={<Button variant="primary">Invite colleague</Button>}
              onLink={setLink}
            />
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
          {link && <InviteLink key={link.url} link={link} onDone={() => setLink(null)} />}
          <RefundLimits team={team} />
          <RequiredFactor team={team} />
          <SessionEnds ends={team.sessionEnds} />
          {team.invitations.length > 0 && (
            <Invitations team={team} onLink={mayManage ? setLink : null} />
          )}
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

/** `onLink`: null for a person who may not invite. */
type InvitationsProps = { team: TeamView; onLink: ((link: NewLink) => void) | null };

function Invitations({ team, onLink }: InvitationsProps) {
  const { mode } = useSession();
  return (
    <Section title="Invited" className="mt-10">
      {!team.hasMailServer && onLink && (
        <div className="mb-4">
          <Banner>
            No mail server is set up. Copy the invite link after you have invited someone, or from
            the{" "}
            <TextLink inText href={`/${mode}/settings/notifications`}>
              notifications
            </TextLink>
            , and send it yourself.
          </Banner>
        </div>
      )}
      <DataTable
        caption="Open invitations, newest first"
        columns={invitationColumns(onLink)}
        rows={team.invitations}
        rowKey={(row) => row.id}
        expectedRows={1}
        empty={null}
      />
    </Section>
  );
}
