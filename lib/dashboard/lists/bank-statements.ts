import { listLineItems } from "#lib/domain/bank-statements/index.ts";
import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import type { Period } from "#lib/kernel/period.ts";
import { BANK_LINE_STATES } from "#lib/kernel/vocabulary/bank-statements.ts";
import { readChoices, readPeriod, readText, readWords } from "../list-params.ts";
import type { ListContext } from "../typed-routes.ts";
import { bankLineView } from "../views/bank-statements.ts";
import { amountCells, idCells, list, major } from "./list.ts";

function lineFilter(c: ListContext<"/:mode/bank-lines">) {
  return {
    states: readChoices(c, "state", BANK_LINE_STATES),
    statementId: readText(c, "statement"),
    currencies: readWords(c, "currency"),
    booked: daysOf(readPeriod(c, "booked")),
    search: readText(c, "q"),
  };
}

const dayOf = (ms: number) => dateFromMs(ms).toISOString().slice(0, 10);

/** A booking day has no time zone, so only the dates of the period count. */
function daysOf(period: Period | undefined) {
  if (!period) return { fromDay: null, toDay: null };
  if ("fromDay" in period) {
    return {
      fromDay: period.fromDay?.slice(0, 10) ?? null,
      toDay: period.toDay?.slice(0, 10) ?? null,
    };
  }
  if ("from" in period) {
    const { from, to } = period;
    return { fromDay: from && dayOf(from.getTime()), toDay: to && dayOf(to.getTime()) };
  }
  const toMs = period.presentMs ?? nowMs();
  return { fromDay: dayOf(toMs - period.lastMs), toDay: dayOf(toMs) };
}

/** The lines of all bank statements. */
export const bankLineList = list({
  name: "bank_lines",
  filter: lineFilter,
  page: (c, wanted, page) => listLineItems(c.get("ctx"), wanted, page),
  view: bankLineView,
  columns: {
    amount: amountCells,
    state: { state: (row) => row.state, confidence: (row) => row.confidence },
    about: {
      objects: (row) => row.matches.map(({ kind, objectId }) => `${kind} ${objectId}`).join(" "),
      objects_amount: (row) => {
        const [first] = row.matches;
        const sum = row.matches.reduce((total, { amount }) => total + BigInt(amount), 0n);
        return major(String(sum), first?.currency ?? null);
      },
      finding: (row) => row.finding?.code ?? null,
      finding_object: (row) => row.finding?.object?.id ?? null,
      difference: (row) =>
        row.finding?.difference ? major(row.finding.difference, row.finding.currency) : null,
      reason: (row) => row.matches[0]?.reason ?? row.reason,
    },
    text: {
      text: (row) => row.text,
      counterparty: (row) => row.counterparty,
      references: (row) => row.references.join(" "),
      entry_reference: (row) => row.entryReference,
    },
    account: {
      bank_account: (row) => row.bankAccount,
      ...idCells,
      statement: (row) => row.statementId,
      position: (row) => row.position,
      twice_of: (row) => row.twiceOf,
    },
    booked: { booking_day: (row) => row.bookingDay, value_day: (row) => row.valueDay },
  },
});
