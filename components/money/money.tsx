import { formatMinor } from "#lib/kernel/money.ts";
import { cx } from "../ui/cx.ts";

export type MoneyProps = {
  /** Minor units: a bigint, or the decimal string in which views carry one. */
  amount: bigint | string;
  currency: string;
  /** "always" puts a plus before what came in: for lists where money goes both ways. */
  sign?: "auto" | "always";
  /** For the one figure a page is about. */
  large?: boolean;
  className?: string;
};

/** The text of an amount, for titles, chips and sentences: `−1,234.56 EUR`. */
export function moneyText(amount: bigint | string, currency: string): string {
  return formatMinor(BigInt(amount), currency);
}

/** An amount by its currency's ISO 4217 exponent, tabular, the sign for direction, the code always. */
export function Money({ amount, currency, sign = "auto", large, className }: MoneyProps) {
  const minor = BigInt(amount);
  const figure = moneyText(minor, currency).slice(0, -currency.length - 1);
  const plus = sign === "always" && minor > 0n ? "+" : "";
  return (
    <span className={cx("whitespace-nowrap tabular-nums", className)}>
      {plus}
      {/* A real space: it is read aloud and copied as well. */}
      {figure}{" "}
      <span
        className={
          large ? "text-14 font-medium text-ink-faint" : "text-12 font-normal text-ink-faint"
        }
      >
        {currency}
      </span>
    </span>
  );
}
