export {
  acceptMandateIn,
  mandateForDebitIn,
  type NewMandate,
  touchLiveMandateIn,
} from "./accept-mandate.ts";
export { listItems as listMandateItems } from "./browse-store.ts";
export { isLive } from "./mandate-state.ts";
export {
  noteRevocation,
  revokeMandate,
  revokeMandateIn,
  simulateMandateIn,
} from "./move-mandate.ts";
export {
  browseMandates,
  findMandates,
  getMandate,
  type ListMandatesRequest,
  listMandates,
  lockMandate,
  type MandateDetail,
  mandateDetail,
} from "./read-mandates.ts";
export { dueMandates, settleMandate } from "./settle-mandate.ts";
export type { Acceptance, Mandate, MandateListItem } from "./types.ts";
