export { listSettlementItems, sumSettlements } from "./browse-store.ts";
export { settlementArrivals, simulateSettlementIn } from "./finish-settlement.ts";
export {
  arrivalsByDay,
  browseSettlements,
  findSettlements,
  fundsInTransit,
  getSettlement,
  type ListSettlementsRequest,
  listSettlements,
  type SettlementDetail,
  settledCurrencies,
  settlementBooks,
  settlementDetail,
  settlementsArriving,
} from "./read-settlements.ts";
export { receiptsOf } from "./receipts.ts";
export { arrivalOf, SETTLEMENT_MOVES, sandboxReference } from "./settlement-state.ts";
export { settleDueFunds, sweepFunds } from "./sweep-funds.ts";
export type { ArrivalDay, InTransit, Settlement, SettlementBooks, Totals } from "./types.ts";
