import { cx } from "../ui/cx.ts";
import { moneyText, wireMoneyText } from "./money-text.ts";

export { moneyText, wireMoneyText };

export type MoneyProps = {
  /** Minor units as a bigint, or as the decimal string that views contain. */
  amount: bigint | string;
  currency: string;
  /** "always" shows a plus sign, for lists with incoming and outgoing money. */
  sign?: "auto" | "always";
  /** For the main figure of a page. */
  large?: boolean;
  className?: string;
};

/** An amount in tabular figures with its currency's ISO 4217 exponent, its sign and the currency code. */
export function Money({ amount, currency, sign = "auto", large, className }: MoneyProps) {
  const minor = BigInt(amount);
  const figure = moneyText(minor, currency).slice(0, -currency.length - 1);
  const plus = sign === "always" && minor > 0n ? "+" : "";
  return (
    // A large amount can break before its currency, where the column is narrow.
    <span className={cx("tabular-nums", !large && "whitespace-nowrap", className)}>
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
