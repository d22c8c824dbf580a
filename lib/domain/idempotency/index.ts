export { canonicalHash } from "./canonical-hash.ts";
export { askForCall, findEarlierCall } from "./earlier-call.ts";
export {
  ANSWER_COLUMNS,
  answerRow,
  CLAIM_COLUMNS,
  claimKeySql,
  claimKeysSql,
  claimRow,
  type Fragment,
  finishKeySql,
  finishKeysSql,
} from "./fragments.ts";
export { once, type Work } from "./once.ts";
export { oncePrepared, preparedOrReplayed } from "./once-prepared.ts";
export { prune } from "./prune.ts";
export { findStored, replayOf } from "./record.ts";
export { claimKey, finish as finishKeyIn, finishKey, standingsOf, unlock } from "./store.ts";
export type {
  Answer,
  IdempotentRequest,
  KeyRecord,
  KeyStanding,
  Renderer,
  RenderResponse,
  StoredResponse,
} from "./types.ts";
