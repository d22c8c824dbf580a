"use client";

import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Section } from "#components/ui/section.tsx";
import { Badge } from "#components/ui/status.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { TeamView } from "#lib/dashboard/views/account.ts";
import { useSession } from "../../../session.tsx";
import { useTeamChange } from "./use-team-change.ts";

/** Whether everybody needs a second factor, and what asking for it would do. */
export function FactorOfEverybody({ team }: { team: TeamView }) {
  const { session } = useSession();
  const mayManage = session.may.includes("manage_team");
  return (
    <Section
      title="Second factor for everybody"
      note={noteOf(team)}
      className="mt-10"
      actions={
        <>
          {team.requiresSecondFactor && <Badge tone="positive">On</Badge>}
          {mayManage && (team.requiresSecondFactor ? <Leave /> : <Ask team={team} />)}
        </>
      }
    >
      {mayManage && !session.person.hasSecondFactor && <OwnFirst />}
    </Section>
  );
}

function noteOf({ requiresSecondFactor, members }: TeamView): string {
  const without = members.filter(({ hasSecondFactor }) => !hasSecondFactor).length;
  if (!requiresSecondFactor) return "Each member decides for themselves, under Security.";
  if (without === 0) return "Every member has one.";
  const who = without === 1 ? "One member sets theirs" : `${without} members set theirs`;
  return `${who} up before anything of this account opens to them.`;
}

function Ask({ team: { members } }: { team: TeamView }) {
  const { session } = useSession();
  const change = useTeamChange();
  const without = members.filter(({ hasSecondFactor }) => !hasSecondFactor).length;
  return (
    <ConfirmDialog
      title="Ask everybody for a second factor?"
      touches={
        without === 0
          ? "Every member has one. Whoever joins later sets theirs up first."
          : `${without} of ${members.length} ${members.length === 1 ? "member has" : "members have"} none. From their next press on, nothing of this account opens to them before they have set it up. Keys go on working.`
      }
      verb="Ask everybody"
      danger={false}
      trigger={<Button disabled={!session.person.hasSecondFactor}>Ask everybody</Button>}
      onConfirm={() =>
        change(
          "/team/second-factor",
          {},
          { ofEverybody: true },
          "Everybody needs a second factor now",
        )
      }
    />
  );
}

function Leave() {
  const change = useTeamChange();
  return (
    <ConfirmDialog
      title="Leave the second factor to each?"
      touches="Members may take theirs away, and whoever joins needs none."
      verb="Leave it to each"
      trigger={<Button>Ask no longer</Button>}
      onConfirm={() =>
        change(
          "/team/second-factor",
          {},
          { ofEverybody: false },
          "Each member decides for themselves now",
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
      first: who asks it of others must not shut themselves out.
    </p>
  );
}
