export { browseRequests, requestsAbout, settle as settleRequestLog } from "./browse-requests.ts";
export { listLines as listRequestLines } from "./browse-store.ts";
export { keyStandingsOf } from "./key-standings.ts";
export { flushRequestLog, noteRequest } from "./note-request.ts";
export { type RequestDossier, requestDossier } from "./request-dossier.ts";
export {
  type LogGap,
  type Noted,
  RESPONSE_CLASSES,
  type RequestFilter,
  type RequestLine,
  type SentBody,
} from "./types.ts";
