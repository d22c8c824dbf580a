export { acceptMandateIn, mandateForDebitIn, type NewMandate } from "./accept-mandate.ts";
export { browseMandates, type MandateDetail, mandateDetail } from "./browse-mandates.ts";
export { listItems as listMandateItems } from "./browse-store.ts";
export type { MandateListItem } from "./browse-types.ts";
export {
  findMandates,
  getMandate,
  type ListMandatesRequest,
  listMandates,
} from "./list-mandates.ts";
export { isLive, MANDATE_MOVES, type MandateStatus } from "./mandate-state.ts";
export { noteRevocation, revokeMandate, revokeMandateIn } from "./move-mandate.ts";
export { dueMandates, settleMandate } from "./settle-mandate.ts";
export { simulateMandateIn } from "./simulate-mandate.ts";
export { type Acceptance, MANDATE_SCHEMES, type Mandate, type MandateScheme } from "./types.ts";
