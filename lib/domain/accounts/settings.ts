import { type Tx, transact } from "#db/transact.ts";
import { OPERATOR, recordChangeIn } from "#lib/domain/audit/index.ts";
import type { AccountContext, Context } from "#lib/kernel/context.ts";
import { isCurrency } from "#lib/kernel/currencies.ts";
import { invalid, missing } from "#lib/kernel/errors.ts";
import { isId, newId } from "#lib/kernel/ids.ts";
import { zoneNamed } from "#lib/kernel/time-zone.ts";
import type { Locale } from "#lib/kernel/vocabulary/locales.ts";
import * as store from "./store.ts";
import type { Account } from "./types.ts";

const MAX_NAME = 120;

/** Throws `resource_missing`. */
export async function getAccount(ctx: Pick<Context, "accountId">, tx?: Tx): Promise<Account> {
  const account = await store.findAccount(ctx.accountId, tx);
  if (!account) throw missing("account", ctx.accountId);
  return account;
}

/** Changes the given fields. Locks the account. Throws `parameter_invalid` naming the field. */
export async function updateAccount(
  ctx: AccountContext,
  changes: { name?: string; timezone?: string; defaultCurrency?: string; locale?: Locale },
): Promise<Account> {
  const { name, timezone, defaultCurrency, locale } = changes;
  const checked = {
    ...(name === undefined ? {} : { name: checkedName(name) }),
    ...(timezone === undefined ? {} : { timezone: checkedTimezone(timezone) }),
    ...(defaultCurrency === undefined ? {} : { defaultCurrency: checkedCurrency(defaultCurrency) }),
    ...(locale === undefined ? {} : { locale }),
  };
  if (Object.keys(checked).length === 0) return await getAccount(ctx);
  return await transact(async (tx) => {
    const before = await store.lockAccount(tx, ctx.accountId);
    if (!before) throw missing("account", ctx.accountId);
    const after = await store.updateAccount(tx, ctx.accountId, checked);
    await recordChangeIn(tx, ctx, {
      action: "account.updated",
      subject: after,
      before: factsOf(before),
      after: factsOf(after),
    });
    return after;
  });
}

const factsOf = ({ name, timezone, defaultCurrency, locale }: Account) => ({
  name,
  timezone,
  defaultCurrency,
  locale,
});

export function checkedName(name: string): string {
  const trimmed = name.trim();
  if (!trimmed) throw invalid("name", "Give the account a name.");
  if (trimmed.length > MAX_NAME) {
    throw invalid("name", `The name may have at most ${MAX_NAME} characters.`);
  }
  return trimmed;
}

/** The canonical name of an IANA time zone. Throws `parameter_invalid`. */
export function checkedTimezone(timezone: string): string {
  const zone = zoneNamed(timezone);
  if (zone === null) throw invalid("timezone", "That is not a time zone, such as Europe/Berlin.");
  return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
}

export function checkedCurrency(currency: string): string {
  const code = currency.trim().toUpperCase();
  if (!isCurrency(code)) {
    throw invalid("default_currency", "That is not a currency code, such as EUR.");
  }
  return code;
}

/** Payout currencies that an operator approves per account (decisions §3). */
export const APPROVABLE_CORRIDORS: readonly string[] = ["GBP", "AUD", "CAD", "NZD"];

/**
 * Replaces the currencies in which an account may pay out in addition to EUR; an empty list removes all. Existing
 * payouts are not affected. Throws `parameter_invalid` (`corridors`) and `resource_missing`.
 */
export async function approveCorridors(
  accountId: string,
  corridors: readonly string[],
): Promise<string[]> {
  const unknown = corridors.find((currency) => !APPROVABLE_CORRIDORS.includes(currency));
  if (unknown !== undefined) {
    throw invalid("corridors", `${unknown} is not one of ${APPROVABLE_CORRIDORS.join(", ")}.`);
  }
  const wanted = APPROVABLE_CORRIDORS.filter((currency) => corridors.includes(currency));
  if (!isId("acct", accountId)) throw missing("account", accountId);
  return await transact(async (tx) => {
    const before = await store.payoutCorridorsIn(tx, accountId);
    const approved = await store.setPayoutCorridors(tx, accountId, wanted);
    if (!approved) throw missing("account", accountId);
    const actor = { type: "system", name: OPERATOR } as const;
    await recordChangeIn(
      tx,
      { accountId, requestId: newId("req"), actor },
      {
        action: "account.corridors_approved",
        subject: { id: accountId },
        before: { corridors: before },
        after: { corridors: approved },
      },
    );
    return approved;
  });
}
