import { env } from "./env.ts";
import { percentDigits } from "./percent.ts";
import type { Tally } from "./raised-rates.ts";
import { FEWEST_FOR_A_RATE } from "./vocabulary/rates.ts";

// Rates in e-mails and alerts, which are text: they follow the rules of screens (`components/format/rates.ts`).

/** `97.5 %`; null of fewer payments than have a rate. */
export const statedRate = (part: number, of: number): string | null =>
  of < FEWEST_FOR_A_RATE ? null : `${percentDigits((100 * part) / of)} %`;

/** `30 of 50 payments (60.0 %)`, and without the rate if there are too few for one. */
export function declinedWords(tally: Tally): string {
  const { declined, of } = tally;
  const counts = `${declined.toLocaleString("en")} of ${of.toLocaleString("en")} payment${of === 1 ? "" : "s"}`;
  const rate = statedRate(declined, of);
  return rate ? `${counts} (${rate})` : counts;
}

/** `How it is counted: https://…/docs/rates#approval-rate` */
export const ratesGuide = (what: string, part: string) =>
  `${what}: ${env.publicUrl}/docs/rates#${part}`;
