import type { Tx } from "#db/transact.ts";
import { type AlertContent, raiseAlertIn, resolveAlertIn } from "#lib/domain/alerts/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import { declinedWords, ratesGuide } from "#lib/kernel/rate-words.ts";
import { sliceWords } from "#lib/kernel/slice-words.ts";
import type { AtRisk, Incident } from "./types.ts";

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
  const slice = sliceWords(incident);
  const content = contentOf(ctx, incident, atRisk, {
    subject: `Approvals fell: ${slice}`,
    text:
      `${declinedWords(incident.current)} of ${slice} were declined since ${momentWords(incident.since)}. ` +
      `In the same hour of earlier weeks it is ${declinedWords(incident.usual)}.`,
  });
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
  const slice = sliceWords(incident);
  const content = contentOf(ctx, incident, atRisk, {
    subject: `Approvals are back to normal: ${slice}`,
    text:
      `Approvals of ${slice} are back to normal since ${momentWords(incident.until ?? incident.openedAt)}. ` +
      `Since ${momentWords(incident.since)}, ${declinedWords(incident.current)} were declined.`,
  });
  const { id: key, resolvedAt } = incident;
  const at = resolvedAt ?? incident.openedAt;
  const mail = { kind: "incident_resolved", fact: factOf(incident, "resolved") };
  await resolveAlertIn(tx, ctx, { kind: "approvals_fell", key, at, content, mail });
}

/** The content that both e-mails share. */
function contentOf(
  { mode }: Context,
  incident: Incident,
  atRisk: readonly AtRisk[],
  { subject, text }: { subject: string; text: string },
): AlertContent {
  return {
    path: "home",
    action: "Open the home screen",
    subject,
    paragraphs: [
      text,
      ...(mode === "test" ? ["These are payments of test mode."] : []),
      ratesGuide("How incidents are found and counted", "incidents"),
    ],
    facts: factsOf(incident, atRisk),
  };
}

/** `2026-11-24 14:05 UTC`: mail has no time zone of its reader. */
const momentWords = (moment: Date) => `${moment.toISOString().slice(0, 16).replace("T", " ")} UTC`;

const factsOf = ({ code }: Incident, atRisk: readonly AtRisk[]) => [
  ...atRisk.map(
    ({ currency, amountMinor }) => ["Money at risk", formatMinor(amountMinor, currency)] as const,
  ),
  ...(code ? [["Most frequent decline code", code] as const] : []),
];
