import { minorToDecimal } from "#lib/kernel/money.ts";
import { decimalText } from "../format/locale.ts";
import type { CsvTable } from "./csv-button.tsx";

export type WaterfallStep = {
  key: string;
  label: string;
  /** A total starts at zero; a change starts where the previous step ended. */
  kind: "total" | "change";
  /** Minor units; signed for a change. */
  amount: bigint;
  /** Link to the amounts in it: opened by a click, and a link in the table. */
  href?: string;
};

export type PlacedStep = WaterfallStep & { from: number; to: number };

/** Start and end of each bar, in minor units. */
export function placeSteps(steps: readonly WaterfallStep[]): PlacedStep[] {
  let running = 0n;
  return steps.map((step) => {
    const start = step.kind === "total" ? 0n : running;
    running = start + step.amount;
    return { ...step, from: Number(start), to: Number(running) };
  });
}

/** The share of the whole: `1.8 %`, or two decimals below 1 %, where fees are. Empty if the whole is zero. */
export function shareText(amount: bigint, whole: bigint): string {
  if (whole === 0n) return "";
  const share = (Number(amount < 0n ? -amount : amount) * 100) / Number(whole);
  if (share > 0 && share < 0.01) return "<\u00a00.01\u00a0%";
  return `${decimalText(share.toFixed(share < 1 ? 2 : 1))}\u00a0%`;
}

/** The steps as a file: amounts in major units, with exactly the digits of the currency. */
export const stepsCsv = (steps: readonly WaterfallStep[], currency: string): CsvTable => ({
  head: ["Step", `Amount in ${currency}`],
  rows: steps.map(({ label, amount }) => [label, { figure: minorToDecimal(amount, currency) }]),
});
