export {
  browseRequests,
  keyStatesOfRequests,
  type RequestDetail,
  requestDetail,
  requestsAbout,
  settle as settleRequestLog,
} from "./browse-requests.ts";
export { listItems as listRequestItems } from "./browse-store.ts";

export { flushRequestLog, noteRequest } from "./note-request.ts";

export type {
  LogGap,
  Noted,
  RequestFilter,
  RequestListItem,
  SentBody,
} from "./types.ts";
