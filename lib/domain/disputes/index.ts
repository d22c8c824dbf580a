export {
  acceptDispute,
  acceptDisputeIn,
  addEvidence,
  addEvidenceIn,
  dueDisputes,
  whyNotAnswered,
} from "./answer-dispute.ts";
export { assignDispute, assigneesOf } from "./assign-dispute.ts";
export { listItems as listDisputeItems, sumDisputes } from "./browse-store.ts";
export {
  addFileIn,
  findDisputeFiles,
  getFile,
  listFiles,
  openFile,
  readFile,
  removeFileIn,
} from "./files/dispute-files.ts";
export { moreDisputeColumns } from "./more-store.ts";
export { openDispute } from "./open-dispute.ts";
export { type Proposal, proposalsFor } from "./propose-evidence.ts";
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
export type {
  Dispute,
  DisputeFile,
  DisputeFilter,
  DisputeListItem,
  DisputesDue,
  Evidence,
} from "./types.ts";
