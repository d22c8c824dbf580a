import {
  type ApiKey,
  keyStatus,
  listKeys,
  listKeysOfPerson,
  personOfKey,
} from "#lib/domain/keys/index.ts";
import { queueMailIn } from "#lib/domain/mail/index.ts";
import { findUserName, listTeam } from "#lib/domain/members/index.ts";
import type { AccountContext, Context } from "#lib/kernel/context.ts";
import { env } from "#lib/kernel/env.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import { mayGrant } from "./grantable-scopes.ts";
import type { AffectedKeyView, KeyConcernView } from "./views/keys.ts";

/** Whether a member with this role, or a former member (null), may not be responsible for this key. */
const isBeyond = (role: Role | null, key: ApiKey) =>
  role === null || !mayGrant(role, key.mode, key);

/** The keys of the mode that need a decision of an admin, by id: keys of former members, and keys that may do more than
 *  the member responsible for them. Keys without a responsible member, such as the first ones of an account, are left
 *  out. */
export async function listConcerns(ctx: Context): Promise<Map<string, KeyConcernView>> {
  const [keys, team] = await Promise.all([listKeys(ctx), listTeam(ctx.accountId)]);
  const members = new Map(team.map((member) => [member.userId, member]));
  const concerns = new Map<string, KeyConcernView>();
  for (const key of keys) {
    const person = personOfKey(key);
    if (!person?.startsWith("usr_") || key.kind !== "secret" || keyStatus(key) !== "active")
      continue;
    const member = members.get(person);
    if (!isBeyond(member?.role ?? null, key)) continue;
    const name = member?.name ?? (await findUserName(person));
    concerns.set(key.id, { reason: member ? "demoted" : "left", person: name });
  }
  return concerns;
}

type Tx = Parameters<typeof queueMailIn>[0];

/** The active keys that would need a decision of an admin if the member had this role, or left (null). */
export async function affectedKeys(
  accountId: Id<"acct">,
  userId: string,
  role: Role | null,
  tx?: Tx,
): Promise<AffectedKeyView[]> {
  const keys = await listKeysOfPerson(accountId, userId, tx);
  return keys
    .filter((key) => isBeyond(role, key))
    .map(({ id, mode, name }) => ({ id, mode, name }));
}

/** E-mails the owners which keys need a decision after a change of a member's role, in the same transaction. */
export async function emailOwnersIn(
  tx: Tx,
  { accountId, requestId }: AccountContext,
  userId: string,
  role: Role | null,
): Promise<void> {
  const keys = await affectedKeys(accountId, userId, role, tx);
  if (keys.length === 0) return;
  const name = (await findUserName(userId, tx)) ?? "a former colleague";
  const mode = keys.some((key) => key.mode === "live") ? "live" : "test";
  await queueMailIn(tx, {
    accountId,
    mode: null,
    kind: "keys_to_decide",
    fact: `${userId} ${requestId}`,
    content: {
      subject: `Keys of ${name} need a decision`,
      paragraphs: [
        role === null
          ? `${name} is not a member any more. The keys below go on working.`
          : `${name} may do less from now on than the keys below. They go on working.`,
        "Adopt each key, narrow what it may do, or revoke it.",
      ],
      facts: keys.map((key) => [key.mode === "live" ? "Live key" : "Test key", key.name] as const),
      action: { label: "Look at the keys", url: `${env.publicUrl}/${mode}/keys` },
    },
  });
}
