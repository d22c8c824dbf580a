import { type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { now } from "#lib/kernel/clock.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { createUserIn } from "./create-user.ts";
import { hashOfToken } from "./invite-member.ts";
import { hashNewPassword } from "./password.ts";
import { type SignInOutcome, signIn } from "./sign-in.ts";
import type { SignInFrom } from "./sign-in-notes.ts";
import * as store from "./team-store.ts";
import type { User } from "./types.ts";

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
