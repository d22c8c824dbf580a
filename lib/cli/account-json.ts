import type { NewAccount } from "#lib/domain/accounts/index.ts";
import type { Mode } from "#lib/kernel/vocabulary/modes.ts";

/** The JSON that scripts read: an account's id, its sign-in and its four default keys. */
export function accountJson({ account, owner, keys }: NewAccount) {
  const pair = (mode: Mode) => ({
    publishable_key: keys[mode].publishable,
    secret_key: keys[mode].secret,
  });
  return { account: account.id, email: owner.email, test: pair("test"), live: pair("live") };
}
