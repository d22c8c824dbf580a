import { type Tx, transact } from "#db/transact.ts";
import { createKeyIn, createManagedKeyIn } from "#lib/domain/keys/index.ts";
import {
  addMemberIn,
  createUserIn,
  DEMO_SIGN_IN,
  hashNewPassword,
  type User,
} from "#lib/domain/members/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { MODES, type Mode } from "#lib/kernel/mode.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { type Country, findCountry } from "./countries.ts";
import { checkedCurrency, checkedName, checkedTimezone } from "./settings.ts";
import * as store from "./store.ts";
import type { Account, DefaultKeys } from "./types.ts";

type AccountRequest = {
  name: string;
  email: string;
  /** Plaintext, or a hash by `hashPassword` (seed and tests reuse one hash for many accounts). */
  password: string | { hash: string };
  /** ISO 3166 code; Germany by default. */
  country?: string;
  timezone?: string;
  currency?: string;
  /** The owner's name; the account's name by default. */
  ownerName?: string;
  isDemo?: boolean;
};

export type NewAccount = { account: Account; owner: User; keys: DefaultKeys };

/**
 * Creates a merchant in one transaction: the account, its owner, a publishable and a secret key per mode (their
 * plaintexts are returned and stored nowhere), and the managed key per mode. Both modes are pinned to the newest
 * version (service.md §9.2). Throws `parameter_invalid` naming the field, for example for a taken e-mail address, a
 * weak password or a country that is not served.
 */
export async function createAccount(request: AccountRequest): Promise<NewAccount> {
  const { name } = checkedFacts(request);
  const { password } = request;
  const about = [name, request.email, request.ownerName ?? name];
  const passwordHash =
    typeof password === "string" ? await hashNewPassword(password, about) : password.hash;
  return await transact((tx) => createAccountIn(tx, request, passwordHash));
}

/** As `createAccount`, in the caller's transaction and with a checked and hashed password. */
export async function createAccountIn(
  tx: Tx,
  request: Omit<AccountRequest, "password">,
  passwordHash: string,
): Promise<NewAccount> {
  const { name, country, timezone, currency } = checkedFacts(request);
  const account = await store.insertAccount(tx, {
    id: newId("acct"),
    name,
    country: country.code,
    timezone,
    defaultCurrency: currency,
    testVersion: NEWEST_VERSION,
    liveVersion: NEWEST_VERSION,
    isDemo: request.isDemo ?? false,
    createdAt: now(),
  });
  const ownerName = request.ownerName ?? name;
  const owner = await createUserIn(tx, { name: ownerName, email: request.email, passwordHash });
  await addMemberIn(tx, { accountId: account.id, userId: owner.id, role: "owner" });
  const keys = {} as DefaultKeys;
  for (const mode of MODES) keys[mode] = await createDefaultKeys(tx, account, owner, mode);
  return { account, owner, keys };
}

/** The checked fields of a request, with the country's time zone and currency as defaults. Throws
 *  `parameter_invalid`. */
export function checkedFacts(
  request: Pick<AccountRequest, "name" | "country" | "timezone" | "currency">,
) {
  const country = servedCountry(request.country ?? "DE");
  return {
    name: checkedName(request.name),
    country,
    timezone: checkedTimezone(request.timezone ?? country.timezone),
    currency: checkedCurrency(request.currency ?? country.currency),
  };
}

/** The keys are the owner's, who gets their secrets: the owner answers for them, and does not approve what they pay out. */
async function createDefaultKeys(tx: Tx, account: Account, owner: User, mode: Mode) {
  const ctx: Context = {
    accountId: account.id,
    mode,
    requestId: newId("req"),
    actor: { type: "system", name: "account creation" },
    merchantCountry: account.country,
    clockAheadMs: 0,
  };
  const createdBy = owner.id;
  const publishable = await createKeyIn(tx, ctx, {
    kind: "publishable",
    name: "Browser",
    createdBy,
  });
  const secret = await createKeyIn(tx, ctx, { kind: "secret", name: "Server", createdBy });
  await createManagedKeyIn(tx, ctx);
  return { publishable: publishable.plaintext, secret: secret.plaintext };
}

function servedCountry(given: string): Country & { code: string } {
  const code = given.trim().toUpperCase();
  const country = findCountry(code);
  if (country) return { ...country, code };
  throw invalid("country", "Must be the two-letter code of an EU country, GB, AU, CA or NZ.");
}

/**
 * Creates the first account of an installation and its owner, unless an account other than the demo exists. Returns
 * whether the owner with this e-mail address exists, also if an earlier call created it, so that an interrupted start
 * can be repeated. Throws as `createAccount`. Concurrent calls create one account, because e-mail addresses are unique.
 */
export async function createFirstAccount(owner: {
  email: string;
  password: string;
}): Promise<boolean> {
  const oldest = await store.findOldestOwner();
  if (oldest !== null) return oldest === owner.email;
  await createAccount({ ...owner, name: "My company", ownerName: "Owner" });
  return true;
}

/** The seeded demo merchant. It exists only in an installation with the embedded database that other machines cannot
 *  reach; the sign-in page shows its password. */
export const DEMO = {
  accountName: "Kaffeerösterei Lindenhof",
  country: "DE",
  userName: "Mara Lindner",
  ...DEMO_SIGN_IN,
} as const;
