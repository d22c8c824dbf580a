import { listBatchItems, listPayoutItems, morePayoutColumns } from "#lib/domain/payouts/index.ts";
import { OPTIONAL_COLUMNS } from "#lib/kernel/vocabulary/lists.ts";
import {
  APPROVAL_STATES,
  BATCH_STATUSES,
  PAYOUT_RAILS,
  PAYOUT_STATUSES,
} from "#lib/kernel/vocabulary/payouts.ts";
import {
  readAmountRange,
  readChoices,
  readPeriod,
  readTags,
  readText,
  readWords,
} from "../list-params.ts";
import type { ListContext } from "../typed-routes.ts";
import { batchListItemView, payoutListItemView } from "../views/payouts.ts";
import { amountCells, createdCells, idCells, list, major, moreCells, statusCells } from "./list.ts";

function payoutFilter(c: ListContext<"/:mode/payouts">) {
  return {
    statuses: readChoices(c, "status", PAYOUT_STATUSES),
    approvals: readChoices(c, "approval", APPROVAL_STATES),
    rails: readChoices(c, "rail", PAYOUT_RAILS),
    currencies: readWords(c, "currency"),
    created: readPeriod(c, "created"),
    amount: readAmountRange(c),
    batchId: readText(c, "batch"),
    tags: readTags(c),
    search: readText(c, "q"),
  };
}

export const payoutList = list({
  name: "payouts",
  filter: payoutFilter,
  page: (c, wanted, page) => listPayoutItems(c.get("ctx"), wanted, page),
  view: payoutListItemView,
  more: morePayoutColumns,
  optional: OPTIONAL_COLUMNS.payouts,
  columns: {
    amount: amountCells,
    status: { ...statusCells, reason_code: (row) => row.reason?.code ?? null },
    beneficiary: {
      beneficiary: (row) => row.beneficiary.name,
      iban: (row) => row.beneficiary.iban,
      account_number: (row) => row.beneficiary.accountNumber,
      sort_code: (row) => row.beneficiary.sortCode,
      bic: (row) => row.beneficiary.bic,
      country: (row) => row.beneficiary.country,
    },
    rail: { rail: (row) => row.rail, arrival_date: (row) => row.arrivalDate },
    reference: { reference: (row) => row.reference },
    id: { ...idCells, batch: (row) => row.batch?.id ?? null, row: (row) => row.batch?.row ?? null },
    created: createdCells,
    account: {
      iban: (row) => row.beneficiary.iban,
      account_number: (row) => row.beneficiary.accountNumber,
      sort_code: (row) => row.beneficiary.sortCode,
    },
    bic: { bic: (row) => row.beneficiary.bic },
    country: { country: (row) => row.beneficiary.country },
    arrival: { arrival_date: (row) => row.arrivalDate },
    approval: { approval: (row) => row.approval },
    batch: { batch: (row) => row.batch?.id ?? null, row: (row) => row.batch?.row ?? null },
    payee: moreCells("payee", "payee_verification"),
    endToEnd: moreCells("endToEnd", "end_to_end_id"),
    sent: moreCells("sent", "sent_at"),
    tags: moreCells("tags"),
    updated: { updated_at: (row) => row.updatedAt },
  },
});

function batchFilter(c: ListContext<"/:mode/payout-batches">) {
  return { statuses: readChoices(c, "status", BATCH_STATUSES), created: readPeriod(c, "created") };
}

export const batchList = list({
  name: "payout-batches",
  filter: batchFilter,
  page: (c, wanted, page) => listBatchItems(c.get("ctx"), wanted, page),
  view: batchListItemView,
  columns: {
    total: {
      total: (row) => major(row.total, row.currency),
      accepted_total: (row) => major(row.acceptedTotal, row.currency),
      currency: (row) => row.currency,
    },
    status: statusCells,
    rows: {
      rows: (row) => row.count,
      accepted: (row) => row.accepted,
      rejected: (row) => row.rejected,
    },
    settled: { settled: (row) => row.settled },
    back: {
      returned: (row) => row.returned,
      failed: (row) => row.failed,
      canceled: (row) => row.canceled,
    },
    format: { format: (row) => row.format },
    id: idCells,
    created: createdCells,
  },
});
