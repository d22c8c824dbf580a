import type { ShownIncident } from "#lib/domain/incidents/index.ts";
import { iso } from "./shared.ts";

/** A fall of approvals that goes on or was resolved in the last day. Amounts are in minor units. */
export function incidentView(incident: ShownIncident) {
  const { id, dimension, value, code, since, openedAt, until, resolvedAt } = incident;
  const { usual, current, leastDeclines, perHour, atRisk, toldOpened, toldResolved } = incident;
  const told = (one: ShownIncident["toldOpened"]) =>
    one.map(({ recipient, status, at }) => ({ recipient, status, at: at.toISOString() }));
  return {
    ...{ id, dimension, value, code },
    since: since.toISOString(),
    openedAt: openedAt.toISOString(),
    until: iso(until),
    resolvedAt: iso(resolvedAt),
    ...{ usual, current, leastDeclines, perHour },
    atRisk: atRisk.map(({ currency, amountMinor }) => ({ currency, amount: String(amountMinor) })),
    toldOpened: told(toldOpened),
    toldResolved: told(toldResolved),
  };
}

export type IncidentView = ReturnType<typeof incidentView>;
