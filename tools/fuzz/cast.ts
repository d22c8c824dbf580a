import { getPool } from "#db/client.ts";
import { createKey, revokeKey, SCOPE_RESOURCES } from "#lib/domain/keys/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { newId, type Prefix } from "#lib/kernel/ids.ts";
import { createMerchant } from "#test/merchant.ts";
import type { Dice } from "./dice.ts";

export type Side = "ours" | "theirs" | "live";
export type KeyName =
  | "secret"
  | "publishable"
  | "live"
  | "live_publishable"
  | "restricted"
  | "revoked"
  | "neighbour";

/** The participants: a merchant with every kind of key, another merchant, and the objects created so far. */
export type Cast = {
  accounts: readonly string[];
  ctx: Record<Side, Context>;
  keys: Readonly<Record<KeyName, string>>;
  /** The scopes of the restricted key. */
  scopes: readonly string[];
  /** Records the objects in a response, so that later calls can use them. */
  learn(side: Side, body: unknown): void;
  /** A random object of one kind and side, newer ones more often; null if there is none yet. */
  known(dice: Dice, prefix: string, side: Side): string | null;
  /** An id of no object. */
  strange(prefix: string): string;
};

const KEPT = 200;
const NO_LIMITS = { writes: 1e6, reads: 1e6, lists: 1e6, replays: 1e6, tokenisations: 1e6 };

/** Fresh merchants with the highest rate limits that an operator can set. */
export async function gatherCast(): Promise<Cast> {
  const merchant = await createMerchant();
  const neighbour = await createMerchant();
  const accounts = [merchant.account.id, neighbour.account.id];
  await getPool().query("update accounts set rate_limits = $1::jsonb where id = any ($2)", [
    JSON.stringify(NO_LIMITS),
    accounts,
  ]);
  const scopes = SCOPE_RESOURCES.filter((_, i) => i % 2 === 0).map((name) => `${name}:read`);
  const own = merchant.ctx.test;
  const restricted = await createKey(own, { kind: "secret", name: "restricted", scopes });
  const revoked = await createKey(own, { kind: "secret", name: "revoked" });
  await revokeKey(own, revoked.key.id);
  return {
    accounts,
    ctx: { ours: own, theirs: neighbour.ctx.test, live: merchant.ctx.live },
    scopes,
    keys: {
      secret: merchant.keys.test.secret,
      publishable: merchant.keys.test.publishable,
      live: merchant.keys.live.secret,
      live_publishable: merchant.keys.live.publishable,
      restricted: restricted.plaintext,
      revoked: revoked.plaintext,
      neighbour: neighbour.keys.test.secret,
    },
    ...memory(),
  };
}

function memory(): Pick<Cast, "learn" | "known" | "strange"> {
  const ids = new Map<string, string[]>();
  const listOf = (side: Side, prefix: string) => {
    const name = `${side} ${prefix}`;
    const found = ids.get(name) ?? [];
    ids.set(name, found);
    return found;
  };
  const learn = (side: Side, body: unknown): void => {
    if (Array.isArray(body)) for (const one of body.slice(0, 5)) learn(side, one);
    if (body === null || typeof body !== "object" || Array.isArray(body)) return;
    const { id, data } = body as { id?: unknown; data?: unknown };
    if (typeof id === "string" && /^[a-z]+_[0-9a-z]{24}$/.test(id)) {
      const list = listOf(side, id.slice(0, id.indexOf("_")));
      if (!list.includes(id)) list.push(id);
      if (list.length > KEPT) list.shift();
    }
    if (data !== undefined) learn(side, data);
  };
  return {
    learn,
    known(dice, prefix, side) {
      const list = listOf(side, prefix);
      if (list.length === 0) return null;
      return dice.chance(0.6) ? dice.pick(list.slice(-10)) : dice.pick(list);
    },
    strange: (prefix) => newId(prefix as Prefix),
  };
}
