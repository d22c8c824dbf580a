import type { Tx } from "#db/transact.ts";
import { now } from "#lib/kernel/clock.ts";
import type { AccountContext, Actor, Context } from "#lib/kernel/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import { redact } from "#lib/kernel/log.ts";
import { ACTIONS, type Action, type Rule } from "./actions.ts";
import * as store from "./store.ts";
import type { Change, Fact, Facts, KeptFacts } from "./types.ts";

const LONGEST_TEXT = 500;

/**
 * Records who changes what, in the transaction of the change, so both commit or neither does. Call it for every change
 * that a person, key or operator asks for; `ACTIONS` decides whether it is stored. If both `before` and `after` are
 * given, only facts that differ are stored. Takes no lock.
 */
export async function recordChangeIn(
  tx: Tx,
  ctx: AccountContext & Partial<Pick<Context, "mode">>,
  { action, subject, before, after }: Change,
): Promise<void> {
  if (!isKept(action, ctx.actor)) return;
  const differs = before && after ? differing(before, after) : () => true;
  await store.insert(tx, {
    accountId: ctx.accountId,
    id: newId("aud"),
    mode: ctx.mode ?? null,
    action,
    subjectId: subject.id,
    subjectName: subject.name ? readable(subject.name) : null,
    ...actorRow(ctx.actor),
    address: ctx.caller?.address ?? null,
    client: ctx.caller?.client ?? null,
    requestId: ctx.requestId,
    before: before ? kept(before, differs) : null,
    after: after ? kept(after, differs) : null,
    createdAt: now(),
  });
}

/** Actor name of an operator at the command line. */
export const OPERATOR = "operator";

/** Actor name for changes that a rail reported. */
export const RAIL = "rail";

/** Actor name for requests that expired undecided. */
export const EXPIRY = "expiry";

/** Actor name of a person who is not authenticated. */
export const STRANGER = "stranger";

const SYSTEMS: Partial<Record<NonNullable<Rule["by"]>, string>> = {
  andOperators: OPERATOR,
  andRails: RAIL,
  andExpiry: EXPIRY,
  andStrangers: STRANGER,
};

function isKept(action: Action, actor: Actor): boolean {
  const rule: Rule = ACTIONS[action];
  if (actor.type === "member") return true;
  if (actor.type === "key") return rule.by === "andKeys";
  return rule.by !== undefined && SYSTEMS[rule.by] === actor.name;
}

function actorRow(actor: Actor) {
  if (actor.type === "key") return { actorType: "key", actorId: actor.keyId } as const;
  if (actor.type === "system") return { actorType: "system", actorId: actor.name } as const;
  return { actorType: "member", actorId: actor.userId, actorName: actor.name } as const;
}

function differing(before: Facts, after: Facts): (name: string) => boolean {
  return (name) => JSON.stringify(plain(before[name])) !== JSON.stringify(plain(after[name]));
}

function kept(facts: Facts, wanted: (name: string) => boolean): KeptFacts {
  return Object.fromEntries(
    Object.entries(facts)
      .filter(([name, value]) => value !== undefined && wanted(name))
      .map(([name, value]) => [name, plain(value)]),
  );
}

function plain(value: Facts[string]): Fact {
  if (value === undefined) return null;
  if (typeof value === "bigint") return String(value);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "string") return readable(value);
  if (Array.isArray(value)) return value.map(readable);
  return value as Fact;
}

/** Redacts secrets and card numbers that were pasted by mistake: the log cannot be changed later. */
function readable(text: string): string {
  return redact(text).slice(0, LONGEST_TEXT);
}
