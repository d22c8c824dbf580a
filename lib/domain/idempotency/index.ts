export {
  askForCall,
  findEarlierCall,
  findStored,
  inProgress,
  replaceAnswer,
  replayOf,
} from "./earlier-call.ts";
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
} from "./key-sql.ts";
export { once, oncePrepared, preparedOrReplayed, type Work } from "./once.ts";
export { canonicalHash, type KeySpace, scopedKey } from "./request-identity.ts";

export {
  claimKey,
  finish as finishKeyIn,
  finishKey,
  keyStatesOf,
  lockIfRunning,
  prune,
} from "./store.ts";

export type {
  Answer,
  IdempotentRequest,
  KeyRecord,
  KeyState,
  Renderer,
  RenderResponse,
  StoredResponse,
} from "./types.ts";
