import { type Account, createAccount } from "#lib/domain/accounts/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import { TEST_PASSWORD, TEST_PASSWORD_HASH } from "./known-password.ts";

export { TEST_PASSWORD };

export type Merchant = {
  account: Account;
  userId: string;
  email: string;
  password: string;
  ctx: Record<Mode, Context>;
  keys: Record<Mode, { secret: string; publishable: string }>;
};

/** Creates a merchant for one test, so that no test sees another's data. All have the same password, because
 *  hashing is slow by design. */
export async function createMerchant(
  params: { country?: string; name?: string } = {},
): Promise<Merchant> {
  const tag = newId("acct").slice("acct_".length);
  const { account, owner, keys } = await createAccount({
    name: params.name ?? `Merchant ${tag.slice(-6)}`,
    email: `owner-${tag}@merchant.example`,
    password: { hash: TEST_PASSWORD_HASH },
    country: params.country ?? "DE",
  });
  const contextFor = (mode: Mode): Context => ({
    accountId: account.id,
    mode,
    requestId: newId("req"),
    actor: { type: "system", name: "test" },
    merchantCountry: account.country,
    clockAheadMs: 0,
  });
  return {
    account,
    userId: owner.id,
    email: owner.email,
    password: TEST_PASSWORD,
    ctx: { test: contextFor("test"), live: contextFor("live") },
    keys,
  };
}
