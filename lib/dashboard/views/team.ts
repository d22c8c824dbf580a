import type { Invitation, SessionEnds, TeamMember } from "#lib/domain/members/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";

export type TeamMemberView = {
  id: string;
  name: string;
  email: string;
  role: Role;
  hasSecondFactor: boolean;
  lastSeenAt: string | null;
  joinedAt: string;
};

export type InvitationView = {
  id: string;
  email: string;
  role: Role;
  invitedBy: string | null;
  sentAgain: number;
  createdAt: string;
  expiresAt: string;
  hasExpired: boolean;
};

export type TeamView = {
  members: TeamMemberView[];
  invitations: InvitationView[];
  /** Whether invitations go out by e-mail, or have to be handed on by who sends them. */
  hasMailServer: boolean;
  /** Whether everybody has to have a second factor. */
  requiresSecondFactor: boolean;
  /** How long members' sessions last. */
  sessionEnds: SessionEnds;
};

/** What an invitation's page shows before anybody has joined. */
export type WelcomeView = { account: string; email: string; role: Role; isKnown: boolean };

export function teamMemberView(member: TeamMember): TeamMemberView {
  const { userId, lastSeenAt, joinedAt, ...shown } = member;
  return {
    ...shown,
    id: userId,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    joinedAt: joinedAt.toISOString(),
  };
}

export function invitationView(
  { id, email, role, invitedBy, sends, createdAt, expiresAt }: Invitation,
  members: readonly TeamMember[],
): InvitationView {
  return {
    id,
    email,
    role,
    invitedBy: members.find(({ userId }) => userId === invitedBy)?.name ?? null,
    sentAgain: sends - 1,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    hasExpired: expiresAt <= now(),
  };
}
