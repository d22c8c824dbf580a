import type { Tx } from "#db/transact.ts";
import { type AlertContent, raiseAlertIn, resolveAlertIn } from "#lib/domain/alerts/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import { rateOf, type Tally } from "#lib/kernel/raised-rates.ts";
import type { AtRisk, Incident, WatchedSlice } from "./types.ts";

type Fact = "opened" | "resolved";

/** The fact of an e-mail: each person gets one about it. */
export const factOf = ({ id }: Pick<Incident, "id">, fact: Fact) => `incident:${id}:${fact}`;

/** Tells by the account's alert rules that approvals fell, in the transaction that opens the incident. */
export async function tellOpenedIn(
  tx: Tx,
  ctx: Context,
  incident: Incident,
  atRisk: readonly AtRisk[],
): Promise<void> {
  const content: AlertContent = {
    ...HOME,
    subject: `Approvals fell: ${sliceWords(incident)}`,
    paragraphs: [
      `${tallyWords(incident.current)} of ${sliceWords(incident)} were declined since ${momentWords(incident.since)}. ` +
        `In the same hour of earlier weeks it is ${tallyWords(incident.usual)}.`,
      ...testNote(ctx),
    ],
    facts: factsOf(incident, atRisk),
  };
  const { id: key, openedAt: at } = incident;
  const mail = { kind: "incident_opened", fact: factOf(incident, "opened") };
  await raiseAlertIn(tx, ctx, { kind: "approvals_fell", key, at, content, mail });
}

/** Tells those who were told that approvals are normal again, in the transaction that resolves the incident. */
export async function tellResolvedIn(
  tx: Tx,
  ctx: Context,
  incident: Incident,
  atRisk: readonly AtRisk[],
): Promise<void> {
  const content: AlertContent = {
    ...HOME,
    subject: `Approvals are back to normal: ${sliceWords(incident)}`,
    paragraphs: [
      `Approvals of ${sliceWords(incident)} are back to normal since ${momentWords(incident.until ?? incident.openedAt)}. ` +
        `Since ${momentWords(incident.since)}, ${tallyWords(incident.current)} were declined.`,
      ...testNote(ctx),
    ],
    facts: factsOf(incident, atRisk),
  };
  const { id: key, resolvedAt } = incident;
  const at = resolvedAt ?? incident.openedAt;
  const mail = { kind: "incident_resolved", fact: factOf(incident, "resolved") };
  await resolveAlertIn(tx, ctx, { kind: "approvals_fell", key, at, content, mail });
}

const HOME = { path: "home", action: "Open the home screen" };

const testNote = ({ mode }: Context) =>
  mode === "test" ? ["These are payments of test mode."] : [];

const WORDS: Record<WatchedSlice["dimension"], (value: string) => string> = {
  all: () => "all payments",
  issuer: (name) => `cards issued by ${name}`,
  bin: (bin) => `cards with the BIN ${bin}`,
  issuer_country: (country) => `cards issued in ${countryWords(country)}`,
  method: (method) => `payments by ${method.replaceAll("_", " ")}`,
};

const sliceWords = ({ dimension, value }: WatchedSlice) => WORDS[dimension](value);

const countryWords = (code: string) =>
  /^[A-Z]{2}$/.test(code)
    ? (new Intl.DisplayNames(["en"], { type: "region" }).of(code) ?? code)
    : code;

const tallyWords = (tally: Tally) =>
  `${tally.declined} of ${tally.of} payments (${(100 * rateOf(tally)).toFixed(1)} %)`;

/** `2026-11-24 14:05 UTC`: mail has no time zone of its reader. */
const momentWords = (moment: Date) => `${moment.toISOString().slice(0, 16).replace("T", " ")} UTC`;

const factsOf = ({ code }: Incident, atRisk: readonly AtRisk[]) => [
  ...atRisk.map(
    ({ currency, amountMinor }) => ["Money at risk", formatMinor(amountMinor, currency)] as const,
  ),
  ...(code ? [["Most frequent decline code", code] as const] : []),
];
