import { type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { queueMailIn } from "#lib/domain/mail/index.ts";
import { DAY_MS, dateFromMs, now, nowMs } from "#lib/kernel/clock.ts";
import type { AccountContext } from "#lib/kernel/context.ts";
import { keyedHash, randomSecret } from "#lib/kernel/crypto.ts";
import { env } from "#lib/kernel/env.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import { checkedEmail, createUserIn } from "./create-user.ts";
import { hashNewPassword } from "./password.ts";
import { roleLabel } from "./permissions.ts";
import { type SignInOutcome, signIn } from "./sign-in.ts";
import type { SignInFrom } from "./sign-in-notes.ts";
import * as store from "./team-store.ts";
import type { Invitation, User } from "./types.ts";

const VALID_DAYS = 7;
const TOKEN_CHARS = 40;

const hashOfToken = (token: string) => keyedHash("invitation", token);

/**
 * Asks somebody to join, by an e-mail with a link that works once within seven days; where there is no
 * mail server the link is read in the notifications. Owners are made from members, never by a link: who
 * reads it must not gain more than its sender may give. Throws `parameter_invalid` (`email`) for somebody
 * who is a member or invited already, and (`role`) for an owner.
 */
export async function inviteMember(
  ctx: AccountContext,
  params: { email: string; role: Role },
): Promise<Invitation> {
  const email = checkedEmail(params.email);
  const { role } = params;
  if (role === "owner") {
    throw invalid(
      "role",
      "Invite them with another role, and make them an owner when they joined.",
    );
  }
  return await transact(async (tx) => {
    if (await store.isMemberByEmail(tx, ctx.accountId, email)) {
      throw invalid("email", `${email} is a member already.`);
    }
    await store.closeExpired(tx, ctx.accountId, email, now());
    const { token, ...link } = newLink();
    const invitation: Invitation = {
      id: newId("inv"),
      accountId: ctx.accountId,
      email,
      role,
      invitedBy: inviterOf(ctx),
      sends: 1,
      createdAt: now(),
      expiresAt: link.expiresAt,
    };
    if (!(await store.insertInvitation(tx, { ...invitation, ...link }))) {
      throw invalid("email", `${email} is invited already. Send the invitation again instead.`);
    }
    await sendIn(tx, ctx, invitation, token);
    const subject = { id: invitation.id, name: email };
    await recordChangeIn(tx, ctx, { action: "member.invited", subject, after: { role } });
    return invitation;
  });
}

/** Sends an open invitation again, with a link of its own: the one before works no longer. Throws
 *  `resource_missing`. */
export async function resendInvitation(ctx: AccountContext, id: string): Promise<Invitation> {
  return await transact(async (tx) => {
    const { token, ...link } = newLink();
    const invitation = await store.renewInvitation(tx, ctx.accountId, id, link);
    if (!invitation) throw missing("invitation", id);
    await sendIn(tx, ctx, invitation, token);
    const subject = { id: invitation.id, name: invitation.email };
    await recordChangeIn(tx, ctx, { action: "member.invitation_sent", subject });
    return invitation;
  });
}

/** Takes an open invitation back: its link works no longer. Throws `resource_missing`. */
export async function revokeInvitation(ctx: AccountContext, id: string): Promise<void> {
  await transact(async (tx) => {
    const revoked = await store.revokeInvitation(tx, ctx.accountId, id, now());
    if (!revoked) throw missing("invitation", id);
    await recordChangeIn(tx, ctx, {
      action: "member.invitation_revoked",
      subject: { id: revoked.id, name: revoked.email },
      before: { role: revoked.role },
    });
  });
}

function newLink() {
  const token = randomSecret(TOKEN_CHARS);
  return {
    token,
    tokenHash: hashOfToken(token),
    expiresAt: dateFromMs(nowMs() + VALID_DAYS * DAY_MS),
  };
}

function inviterOf({ actor }: AccountContext): string {
  if (actor.type === "member") return actor.userId;
  throw new ApiError("key_scope", "Only people invite people.");
}

/** What stands behind the `#` never reaches a server's log. */
async function sendIn(tx: Tx, ctx: AccountContext, invitation: Invitation, token: string) {
  const { id, email, role, sends, accountId } = invitation;
  const account = await store.findAccountName(tx, accountId);
  const inviter = ctx.actor.type === "member" ? ctx.actor.name : "Somebody";
  await queueMailIn(tx, {
    accountId,
    mode: null,
    kind: "invitation",
    fact: `${id} ${sends}`,
    to: { address: email, because: `you were asked to join the account ${account}` },
    content: {
      subject: `${inviter} asks you to join ${account}`,
      paragraphs: [
        `${inviter} asks you to join ${account} on Paydesk as ${roleLabel(role)}.`,
        `The link works once, for ${VALID_DAYS} days. If you did not expect this, leave it be.`,
      ],
      action: { label: "Join", url: `${env.publicUrl}/accept` },
      secret: token,
    },
  });
}

const LONGEST_NAME = 120;

/** What an invitation's page shows. Throws `resource_missing` for a link that works no longer. */
export async function readInvitation(token: string): Promise<store.FoundInvitation> {
  const invitation = await store.findInvitation(hashOfToken(token), now());
  if (!invitation) {
    throw new ApiError(
      "resource_missing",
      "This link works no longer: it was used, replaced, taken back, or is more than seven days old.",
    );
  }
  return invitation;
}

type Acceptance = { token: string; name: string; password: string };

/**
 * Lets somebody in by their invitation, once, and signs them in. Who has no sign-in yet gets one, with
 * the name and password given; who has one gives its password, and attempts at it are counted as at the
 * sign-in. Throws `resource_missing` for a link that works no longer and `parameter_invalid` for a name
 * or a password that will not do.
 */
export async function acceptInvitation(
  given: Acceptance,
  from: SignInFrom,
): Promise<{ accountId: Id<"acct">; outcome: SignInOutcome }> {
  const invitation = await readInvitation(given.token);
  const { accountId } = invitation;
  const credentials = { email: invitation.email, password: given.password };
  if (invitation.isKnown) {
    const outcome = await signIn(credentials, from);
    if (outcome.outcome !== "signed_in") return { accountId, outcome };
    await transact(async (tx) => {
      const user = await store.findUserIdIn(tx, invitation.email);
      if (!user) throw new Error(`${invitation.id} is of somebody who has gone`);
      await joinIn(tx, invitation, given.token, user, from);
    });
    return { accountId, outcome };
  }
  const name = checkedName(given.name);
  const about = [name, invitation.email, invitation.accountName];
  const passwordHash = await hashNewPassword(given.password, about);
  await transact(async (tx) => {
    const user = await createUserIn(tx, { name, email: invitation.email, passwordHash });
    await joinIn(tx, invitation, given.token, user, from);
  });
  return { accountId, outcome: await signIn(credentials, from) };
}

async function joinIn(
  tx: Tx,
  invitation: store.FoundInvitation,
  token: string,
  user: Pick<User, "id" | "name">,
  { caller, requestId }: SignInFrom,
): Promise<void> {
  if (!(await store.claimInvitation(tx, hashOfToken(token), now()))) {
    throw new ApiError("resource_missing", "This link was used already.");
  }
  const { accountId, role, email } = invitation;
  await store.insertMemberOnce(tx, { accountId, userId: user.id, role });
  const actor = { type: "member", userId: user.id, name: user.name } as const;
  await recordChangeIn(
    tx,
    { accountId, requestId, actor, caller },
    { action: "member.joined", subject: { id: user.id, name: email }, after: { role } },
  );
}

function checkedName(name: string): string {
  const trimmed = name.trim();
  if (!trimmed) throw invalid("name", "Say what you are called.");
  if (trimmed.length > LONGEST_NAME) {
    throw invalid("name", `At most ${LONGEST_NAME} characters are possible.`);
  }
  return trimmed;
}
