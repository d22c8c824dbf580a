export { acceptDisputeIn, addEvidenceIn, finishDueDisputes } from "./answer-dispute.ts";
export type { DisputeStatus } from "./dispute-state.ts";
export { getDispute, type ListDisputesRequest, listDisputes } from "./list-disputes.ts";
export { openDispute } from "./open-dispute.ts";
export type { Dispute, Evidence } from "./types.ts";
