import { type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { withdrawMailIn } from "#lib/domain/mail/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { AccountContext } from "#lib/kernel/context.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import { mayDo, type Permission, rolesWith } from "./permissions.ts";
import { insertMember, insertPassword, insertUser } from "./store.ts";
import * as store from "./team-store.ts";
import type { User } from "./types.ts";

const EMAIL = /^[^\s@<>()",;:\\]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/;

/** The normalised e-mail address, as sign-in looks it up. Throws `parameter_invalid` if it is malformed. */
export function checkedEmail(email: string): string {
  const address = email.trim().toLowerCase();
  if (address.length > 254 || !EMAIL.test(address)) {
    throw invalid("email", "Must be an e-mail address.");
  }
  return address;
}

/** Creates a user who signs in with a password. Throws `parameter_invalid` if the e-mail address is taken. */
export async function createUserIn(
  tx: Tx,
  person: { name: string; email: string; passwordHash: string },
): Promise<User> {
  const email = checkedEmail(person.email);
  const user = { id: newId("usr"), name: person.name, email };
  if (!(await insertUser(tx, user))) {
    throw invalid("email", `The e-mail address ${email} is in use already.`);
  }
  await insertPassword(tx, { userId: user.id, hash: person.passwordHash });
  return user;
}

/** Adds a user to an account. */
export async function addMemberIn(
  tx: Tx,
  member: { accountId: Id<"acct">; userId: string; role: Role },
): Promise<void> {
  await insertMember(tx, member);
}

/** Further work in the same transaction. */
type Also = (tx: Tx) => Promise<void>;

/**
 * Changes a member's role, for all their requests from the commit on. Only owners can make and unmake owners, and an
 * account always keeps at least one, also under concurrent changes. Open invitations of a member who may no longer invite
 * end. Throws `resource_missing` and `state_invalid`. Locks
 * the account's owners.
 */
export async function changeRole(
  ctx: AccountContext,
  userId: string,
  role: Role,
  also: Also = async () => {},
): Promise<void> {
  await transact(async (tx) => {
    const member = await lockedMember(tx, ctx, userId, role);
    if (member.role === role) {
      throw new ApiError("state_invalid", `${member.name} has that role already.`);
    }
    await store.setRole(tx, ctx.accountId, userId, role);
    await recordChangeIn(tx, ctx, {
      action: "member.role_changed",
      subject: { id: userId, name: member.email },
      before: { role: member.role },
      after: { role },
    });
    if (!mayDo(role, "manage_team")) await revokeInvitationsOfIn(tx, ctx, userId);
    await also(tx);
  });
}

/** Removes a member from the account; they lose access with their next request, and
 *  get no e-mail that waits for them. Invitations that they made end; other objects that they created remain. Throws
 *  as `changeRole`. Locks the account's owners. */
export async function removeMember(
  ctx: AccountContext,
  userId: string,
  also: Also = async () => {},
): Promise<void> {
  await transact(async (tx) => {
    const member = await lockedMember(tx, ctx, userId, null);
    await store.deleteMember(tx, ctx.accountId, userId);
    await withdrawMailIn(tx, ctx.accountId, member.email);
    await recordChangeIn(tx, ctx, {
      action: "member.removed",
      subject: { id: userId, name: member.email },
      before: { role: member.role },
    });
    await revokeInvitationsOfIn(tx, ctx, userId);
    await also(tx);
  });
}

/** Revokes the open invitations of a locked member who may no longer invite: they may have kept a link, and would come back
 *  by it. */
async function revokeInvitationsOfIn(tx: Tx, ctx: AccountContext, userId: string): Promise<void> {
  const revoked = await store.revokeInvitationsOf(tx, ctx.accountId, userId, now());
  for (const { id, email, role } of revoked) {
    await recordChangeIn(tx, ctx, {
      action: "member.invitation_revoked",
      subject: { id, name: email },
      before: { role },
    });
  }
}

/** Locks the member and checks that the actor, by their current role, may change the member's role to `to` (null:
 *  remove). */
async function lockedMember(tx: Tx, ctx: AccountContext, userId: string, to: Role | null) {
  const { accountId, actor } = ctx;
  const owners = await store.lockOwners(tx, accountId);
  const member = await store.lockMember(tx, accountId, userId);
  if (!member) throw missing("member", userId);
  const isByOwner = actor.type === "member" && owners.includes(actor.userId);
  if ((member.role === "owner" || to === "owner") && !isByOwner) {
    throw new ApiError("state_invalid", "Only an owner can make or remove owners.");
  }
  if (member.role === "owner" && to !== "owner" && owners.length === 1) {
    throw new ApiError(
      "state_invalid",
      "An account needs at least one owner. Make another member an owner first.",
    );
  }
  return member;
}

/** The members of an account who have a permission, as the transaction sees them. Takes no lock. */
export function listMembersWhoMayIn(
  tx: Tx,
  accountId: Id<"acct">,
  permission: Permission,
): Promise<{ userId: string; name: string; email: string }[]> {
  return store.listMembersAs(tx, accountId, rolesWith(permission));
}
