export { ACTIONS, type Action, isAction, SUBJECTS } from "./actions.ts";
export { type AuditFilter, browseAudit, getAuditEntry, listAudit } from "./browse-audit.ts";
export { EXPIRY, OPERATOR, RAIL, recordChangeIn, STRANGER } from "./record-change.ts";
export { sealAudit, unsealedAuditSeconds } from "./seal/seal-audit.ts";
export { auditedAccounts, type NotedHead, verifyAudit } from "./seal/verify-audit.ts";
export type { AuditEntry, Facts, KeptFacts } from "./types.ts";
