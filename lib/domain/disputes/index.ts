export { DISPUTE_REASONS } from "#lib/rails/index.ts";
export { acceptDisputeIn, addEvidenceIn, dueDisputes } from "./answer-dispute.ts";
export { acceptDispute, addEvidence } from "./at-once.ts";
export {
  browseDisputes,
  type DisputeDetail,
  disputeDetail,
  disputeOf,
  disputesDue,
} from "./browse-disputes.ts";
export { listItems as listDisputeItems } from "./browse-store.ts";
export type { DisputeFilter, DisputeListItem, DisputesDue } from "./browse-types.ts";
export { DISPUTE_MOVES, type DisputeStatus } from "./dispute-state.ts";
export {
  findDisputes,
  getDispute,
  type ListDisputesRequest,
  listDisputes,
} from "./list-disputes.ts";
export { openDispute } from "./open-dispute.ts";
export { simulateDisputeIn } from "./simulate-dispute.ts";
export { simulatePaymentIn } from "./simulate-payment.ts";
export { type Dispute, EVIDENCE_FIELDS, type Evidence } from "./types.ts";
