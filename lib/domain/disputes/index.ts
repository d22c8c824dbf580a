export { DISPUTE_REASONS } from "#lib/rails/index.ts";
export {
  acceptDispute,
  acceptDisputeIn,
  addEvidence,
  addEvidenceIn,
  dueDisputes,
} from "./answer-dispute.ts";
export { listItems as listDisputeItems } from "./browse-store.ts";
export { DISPUTE_MOVES, type DisputeStatus } from "./dispute-state.ts";
export { openDispute } from "./open-dispute.ts";
export {
  browseDisputes,
  type DisputeDetail,
  disputeDetail,
  disputeOf,
  disputesDue,
  findDisputes,
  getDispute,
  type ListDisputesRequest,
  listDisputes,
} from "./read-disputes.ts";
export { simulateDisputeIn, simulatePaymentIn } from "./simulate.ts";
export {
  type Dispute,
  type DisputeFilter,
  type DisputeListItem,
  type DisputesDue,
  EVIDENCE_FIELDS,
  type Evidence,
} from "./types.ts";
