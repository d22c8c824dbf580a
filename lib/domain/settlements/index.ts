export {
  arrivalsByDay,
  browseSettlements,
  fundsInTransit,
  type SettlementDetail,
  settledCurrencies,
  settlementBooks,
  settlementDetail,
  settlementsArriving,
} from "./browse-settlements.ts";
export { listSettlementItems } from "./browse-store.ts";
export type { ArrivalDay, InTransit, SettlementBooks } from "./browse-types.ts";
export { settlementArrivals } from "./finish-settlement.ts";
export {
  findSettlements,
  getSettlement,
  type ListSettlementsRequest,
  listSettlements,
} from "./list-settlements.ts";
export { arrivalOf, SETTLEMENT_MOVES, type SettlementStatus } from "./settlement-state.ts";
export { simulateSettlementIn } from "./simulate-settlement.ts";
export { settleDueFunds, sweepFunds } from "./sweep-funds.ts";
export type { Settlement, Totals } from "./types.ts";
