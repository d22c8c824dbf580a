"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { DataTable } from "#components/table/data-table.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { TeamView } from "#lib/dashboard/views/account.ts";
import { useSession } from "../../../session.tsx";
import { DetailLoading } from "../../shared/detail-loading.tsx";
import { ListTools } from "../../shared/list-tools.tsx";
import { FactorOfEverybody } from "./factor-of-everybody.tsx";
import { InviteMember } from "./invite-member.tsx";
import { SessionEnds } from "./session-ends.tsx";
import { invitationColumns, memberColumns } from "./team-columns.tsx";

/** Who works in this account, as what, and who was asked to. */
export function TeamScreen() {
  const query = useQuery(read("/team"));
  return (
    <QueryState query={query} what="The team" loading={<DetailLoading />}>
      {(team) => <Team team={team} />}
    </QueryState>
  );
}

function Team({ team }: { team: TeamView }) {
  const { members, invitations, hasMailServer } = team;
  const { mode, session } = useSession();
  const mayManage = session.may.includes("manage_team");
  return (
    <>
      <PageHeader
        title="Team"
        count={members.length}
        actions={
          <>
            <ListTools path="/team" what="members" total={members.length} />
            {mayManage && (
              <InviteMember trigger={<Button variant="primary">Invite colleague</Button>} />
            )}
          </>
        }
      />
      <DataTable
        caption="Members of the account, owners first"
        columns={memberColumns(mayManage)}
        rows={members}
        rowKey={(row) => row.id}
        expectedRows={3}
        empty={null}
      />
      <FactorOfEverybody team={team} />
      <SessionEnds ends={team.sessionEnds} />
      {invitations.length > 0 && (
        <Section title="Invited" className="mt-10">
          {!hasMailServer && mayManage && (
            <div className="mb-4">
              <Banner>
                No mail server is set up. Take each link from the{" "}
                <TextLink inText href={`/${mode}/settings/notifications`}>
                  notifications
                </TextLink>{" "}
                and hand it over yourself.
              </Banner>
            </div>
          )}
          <DataTable
            caption="Open invitations, newest first"
            columns={invitationColumns(mayManage)}
            rows={invitations}
            rowKey={(row) => row.id}
            expectedRows={1}
            empty={null}
          />
        </Section>
      )}
    </>
  );
}
