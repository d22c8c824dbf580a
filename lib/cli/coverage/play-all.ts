import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { startMerchantServer } from "./merchant-server.ts";
import { type Outcome, playRule, type Variables } from "./play.ts";
import type { Rule } from "./rules.ts";

/** The output of `npm run -s account -- create … --json`. */
export type AccountKeys = {
  account: string;
  email: string;
  test: { publishable_key: string; secret_key: string };
  live: { publishable_key: string; secret_key: string };
};

/** The variables of every rule: the instance, a merchant, another merchant, and some times. */
export function variablesFor(known: {
  url: string;
  account: AccountKeys;
  other: AccountKeys;
  password: string;
}): Variables {
  const { url, account, other, password } = known;
  return {
    url: url.replace(/\/$/, ""),
    account: account.account,
    email: account.email,
    password,
    newest: NEWEST_VERSION,
    sk_test: account.test.secret_key,
    pk_test: account.test.publishable_key,
    sk_live: account.live.secret_key,
    pk_live: account.live.publishable_key,
    other_email: other.email,
    other_sk_test: other.test.secret_key,
    other_pk_test: other.test.publishable_key,
  };
}

/** Runs rules one after the other, with a merchant's server on this machine; returns the number of failures. */
export async function playAll(
  rules: readonly Rule[],
  variables: Variables,
  onOutcome: (outcome: Outcome) => void,
): Promise<number> {
  const merchant = await startMerchantServer();
  try {
    let failed = 0;
    for (const rule of rules) {
      const { receiverUrl: receiver, receivedUrl: received } = merchant;
      const play = () => playRule(rule, { ...variables, receiver, received });
      let outcome = await play();
      // A busy machine may send too slowly to exhaust a rate limit, so a failed rule is run once more.
      if (outcome.failure !== null) outcome = await play();
      if (outcome.failure !== null) failed++;
      onOutcome(outcome);
    }
    return failed;
  } finally {
    await merchant.stop();
  }
}
