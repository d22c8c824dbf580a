"use client";

import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Section } from "#components/ui/section.tsx";
import { Badge } from "#components/ui/status.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { TeamView } from "#lib/dashboard/views/account.ts";
import { useSession } from "../../../session.tsx";
import { useTeamChange } from "./use-team-change.ts";

/** Whether every member needs a second factor, and the effect of requiring it. */
export function RequiredFactor({ team }: { team: TeamView }) {
  const { session } = useSession();
  const mayManage = session.may.includes("manage_team");
  return (
    <Section
      title="Required second factor"
      note={noteOf(team)}
      className="mt-10"
      actions={
        <>
          {team.requiresSecondFactor && <Badge tone="positive">On</Badge>}
          {mayManage && (team.requiresSecondFactor ? <MakeOptional /> : <Ask team={team} />)}
        </>
      }
    >
      {mayManage && !session.person.hasSecondFactor && <OwnFirst />}
    </Section>
  );
}

function noteOf({ requiresSecondFactor, members }: TeamView): string {
  const without = members.filter(({ hasSecondFactor }) => !hasSecondFactor).length;
  if (!requiresSecondFactor) return "Each member decides under Security.";
  if (without === 0) return "Every member has one.";
  const who =
    without === 1 ? "One member has to set theirs" : `${without} members have to set theirs`;
  return `${who} up before they can open this account.`;
}

function Ask({ team: { members } }: { team: TeamView }) {
  const { session } = useSession();
  const change = useTeamChange();
  const without = members.filter(({ hasSecondFactor }) => !hasSecondFactor).length;
  return (
    <ConfirmDialog
      title="Require a second factor?"
      touches={
        without === 0
          ? "Every member has one. New members set theirs up first."
          : `${without} of ${members.length} ${members.length === 1 ? "member has" : "members have"} none. From their next request on, they cannot open this account before they have set it up. Keys continue to work.`
      }
      verb="Require it"
      danger={false}
      trigger={<Button disabled={!session.person.hasSecondFactor}>Require it</Button>}
      onConfirm={() =>
        change(
          () => client.post("/team/second-factor", {}, { ofEverybody: true }),
          "A second factor is now required",
        )
      }
    />
  );
}

function MakeOptional() {
  const change = useTeamChange();
  return (
    <ConfirmDialog
      title="Make the second factor optional?"
      touches="Members can remove theirs, and new members need none."
      verb="Make optional"
      trigger={<Button>Make optional</Button>}
      onConfirm={() =>
        change(
          () => client.post("/team/second-factor", {}, { ofEverybody: false }),
          "The second factor is now optional",
        )
      }
    />
  );
}

function OwnFirst() {
  const { mode } = useSession();
  return (
    <p className="text-13 text-ink-muted">
      Set up your own under{" "}
      <TextLink inText href={`/${mode}/settings/security`}>
        Security
      </TextLink>{" "}
      first, so that you do not lock yourself out.
    </p>
  );
}
