export {
  acceptMandateIn,
  mandateForDebitIn,
  type NewMandate,
  touchLiveMandateIn,
  useMandateIn,
} from "./accept-mandate.ts";
export { listItems as listMandateItems } from "./browse-store.ts";
export {
  noteRevocation,
  revokeMandate,
  revokeMandateIn,
  simulateMandateIn,
  whyNotRevoked as whyMandateNotRevoked,
} from "./move-mandate.ts";
export {
  browseMandates,
  findMandates,
  getMandate,
  type ListMandatesRequest,
  listMandates,
  type MandateDetail,
  mandateDetail,
} from "./read-mandates.ts";
export { dueMandates, settleMandate } from "./settle-mandate.ts";
export type { Acceptance, Mandate, MandateListItem } from "./types.ts";
