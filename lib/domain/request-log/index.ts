export {
  browseRequests,
  getRequest,
  keyStatesOfRequests,
  listRequests,
  type RequestDetail,
  requestDetail,
  requestsAbout,
  settle as settleRequestLog,
} from "./browse-requests.ts";
export { listItems as listRequestItems } from "./browse-store.ts";

export { flushRequestLog, noteRequest } from "./note-request.ts";

export type {
  LogGap,
  LoggedRequest,
  Noted,
  RequestFilter,
  RequestListItem,
  SentBody,
} from "./types.ts";
