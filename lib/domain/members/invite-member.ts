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
import { checkedEmail, createUserIn } from "./members.ts";
import { hashNewPassword } from "./password.ts";
import { mayDo, roleLabel } from "./permissions.ts";
import { type SignInOutcome, signIn } from "./sign-in.ts";
import type { SignInFrom } from "./sign-in-notes.ts";
import * as store from "./team-store.ts";
import { countNewPassword } from "./throttle.ts";
import type { Invitation, User } from "./types.ts";

const VALID_DAYS = 7;
const TOKEN_CHARS = 40;
const page = () => `${env.publicUrl}/accept`;

const hashOfToken = (token: string) => keyedHash("invitation", token);

/**
 * Invites a person, in the caller's transaction, by an e-mail with a link that works once within seven days; without a mail server the link is shown in
 * the notifications. Returns the same link, so that the inviter can pass it on. A link never makes an owner, so that its
 * reader cannot gain more than its sender may give. Throws `parameter_invalid` (`email`) if the person is a member or invited already, and (`role`) for `owner`.
 */
export async function inviteMemberIn(
  tx: Tx,
  ctx: AccountContext,
  params: { email: string; role: Role },
): Promise<NewInvitation> {
  const email = checkedEmail(params.email);
  const { role } = params;
  if (role === "owner") {
    throw invalid(
      "role",
      "Invite the person with another role, and make them an owner after they have joined.",
    );
  }
  const invitedBy = await inviterIn(tx, ctx);
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
    invitedBy,
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
  return { invitation, url: urlOf(token) };
}

/** An invitation with its link, which is known only now: the tables have a hash. */
export type NewInvitation = { invitation: Invitation; url: string };

/** Makes a new link of an open invitation without an e-mail, to pass on by hand. It replaces the old one. Throws
 *  `resource_missing`. */
export async function makeInvitationLink(ctx: AccountContext, id: string): Promise<NewInvitation> {
  return await transact(async (tx) => {
    const { token, ...link } = newLink();
    const invitedBy = await inviterIn(tx, ctx);
    const renewed = { ...link, invitedBy };
    const invitation = await store.renewInvitation(tx, ctx.accountId, id, renewed);
    if (!invitation) throw missing("invitation", id);
    const subject = { id: invitation.id, name: invitation.email };
    await recordChangeIn(tx, ctx, { action: "member.invitation_link_made", subject });
    return { invitation, url: urlOf(token) };
  });
}

/** Sends an open invitation again with a new link, which replaces the old one. Throws `resource_missing`. */
export async function resendInvitation(ctx: AccountContext, id: string): Promise<Invitation> {
  return await transact(async (tx) => {
    const { token, ...link } = newLink();
    const invitedBy = await inviterIn(tx, ctx);
    const renewed = { ...link, invitedBy };
    const invitation = await store.renewInvitation(tx, ctx.accountId, id, renewed);
    if (!invitation) throw missing("invitation", id);
    await sendIn(tx, ctx, invitation, token);
    const subject = { id: invitation.id, name: invitation.email };
    await recordChangeIn(tx, ctx, { action: "member.invitation_sent", subject });
    return invitation;
  });
}

/** Revokes an open invitation and its link. Throws `resource_missing`. */
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

/** The member who invites. They keep the right to until the transaction ends, so that none of their invitations outlives
 *  it: see `members.ts`. */
async function inviterIn(tx: Tx, { actor, accountId }: AccountContext): Promise<string> {
  const role = actor.type === "member" && (await store.holdRole(tx, accountId, actor.userId));
  if (actor.type === "member" && role && mayDo(role, "manage_team")) return actor.userId;
  throw new ApiError("key_scope", "Only members who manage the team can invite people.");
}

/** The token is in the URL's fragment, which never reaches a server's log. */
const urlOf = (token: string) => `${page()}#${token}`;

async function sendIn(tx: Tx, ctx: AccountContext, invitation: Invitation, token: string) {
  const { id, email, role, sends, accountId } = invitation;
  const account = await store.findAccountName(tx, accountId);
  const inviter = ctx.actor.type === "member" ? ctx.actor.name : "Someone";
  await queueMailIn(tx, {
    accountId,
    mode: null,
    kind: "invitation",
    fact: `${id} ${sends}`,
    to: { address: email, because: `you were invited to the account ${account}` },
    content: {
      subject: `${inviter} invites you to join ${account}`,
      paragraphs: [
        `${inviter} invites you to join ${account} on Paydesk as ${roleLabel(role)}.`,
        `The link works once and expires after ${VALID_DAYS} days. If you did not expect this, ignore it.`,
      ],
      action: { label: "Join", url: page() },
      secret: token,
    },
  });
}

const LONGEST_NAME = 120;

/** The invitation of a link, for its page. Throws `resource_missing` if the link is not valid. */
export async function readInvitation(token: string): Promise<store.FoundInvitation> {
  const invitation = await store.findInvitation(hashOfToken(token), now());
  if (!invitation) {
    throw new ApiError(
      "resource_missing",
      "This link is no longer valid. It was used, replaced or revoked, or is more than seven days old.",
    );
  }
  return invitation;
}

type Acceptance = { token: string; name: string; password: string };

/**
 * Accepts an invitation, once, and signs the person in. A new person gets a sign-in with the given name and password. A
 * known person gives their password, with the same attempt limits as at sign-in; new passwords are limited as well. Throws `resource_missing` for an invalid
 * link and `parameter_invalid` for an invalid name or password.
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
      if (!user) throw new Error(`the user of ${invitation.id} no longer exists`);
      await joinIn(tx, invitation, given.token, user, from);
    });
    return { accountId, outcome };
  }
  const name = checkedName(given.name);
  const retryAfterSeconds = await countNewPassword(from.caller.address);
  if (retryAfterSeconds > 0)
    return { accountId, outcome: { outcome: "too_many", retryAfterSeconds } };
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
    throw new ApiError("resource_missing", "This link has been used already.");
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
  if (!trimmed) throw invalid("name", "Enter your name.");
  if (trimmed.length > LONGEST_NAME) {
    throw invalid("name", `The name may have at most ${LONGEST_NAME} characters.`);
  }
  return trimmed;
}
