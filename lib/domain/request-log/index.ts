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

export {
  type LogGap,
  type Noted,
  RESPONSE_CLASSES,
  type RequestFilter,
  type RequestListItem,
  type SentBody,
} from "./types.ts";
