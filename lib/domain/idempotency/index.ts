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
export { type KeySpace, keyIn } from "./key-space.ts";
export { once, type Work } from "./once.ts";
export { oncePrepared, preparedOrReplayed } from "./once-prepared.ts";
export { prune } from "./prune.ts";
export { findStored, inProgress, replayOf } from "./record.ts";
export { replaceAnswer } from "./replace-answer.ts";
export { claimKey, finish as finishKeyIn, finishKey, isRunningIn, keyStatesOf } from "./store.ts";
export type {
  Answer,
  IdempotentRequest,
  KeyRecord,
  KeyState,
  Renderer,
  RenderResponse,
  StoredResponse,
} from "./types.ts";
