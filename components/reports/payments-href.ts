import { minorToDecimal } from "#lib/kernel/money.ts";
import { bandEnds } from "./dimension-labels.ts";

/** Names of the payments list's filters by the names of reports' dimensions, where they differ. */
const NAMES: Record<string, string> = { reason: "decline", amount_band: "amount" };

/** The URL of the payments behind a figure of a report: period, currency, outcome and the report's filters. */
export function paymentsHref(
  mode: string,
  args: {
    created: string;
    currency: string;
    outcomes?: readonly string[];
    filters: Readonly<Record<string, string | undefined>>;
  },
): string {
  const query = new URLSearchParams({ created: args.created, currency: args.currency });
  if (args.outcomes) query.set("outcome", args.outcomes.join(","));
  for (const [name, value] of Object.entries(args.filters)) {
    if (!value) continue;
    query.set(NAMES[name] ?? name, name === "amount_band" ? amountOf(value, args.currency) : value);
  }
  return `/${mode}/payments?${query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
}

function amountOf(band: string, currency: string): string {
  const { from, last } = bandEnds(band);
  const decimal = (minor: number) => minorToDecimal(BigInt(minor), currency);
  return `${currency}:${decimal(from)}..${last === null ? "" : decimal(last)}`;
}
