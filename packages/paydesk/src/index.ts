export { Paydesk, Paydesk as default } from "./client.ts";
export type { ApiCall, ResponseFacts, WithResponse } from "./core/call.ts";
export type { Expanded, ExpandPath, ObjectName } from "./core/expand.ts";
export type { FileAnswer } from "./core/file.ts";
export type { List, ListCall } from "./core/list.ts";
export type { ClientOptions, RequestOptions } from "./core/options.ts";
export type { FetchLike, HeadersLike, ResponseLike, SignalLike } from "./core/platform.ts";
export { PACKAGE_VERSION } from "./core/version.ts";
export * from "./errors.ts";
export type * from "./generated/events.ts";
export { EVENT_TYPES } from "./generated/events.ts";
export type * from "./generated/objects.ts";
export type * from "./generated/requests.ts";
export {
  NEWEST_VERSION,
  type NewestVersion,
  VERSIONS,
  type Version,
} from "./generated/versions.ts";
export {
  constructEvent,
  SignatureVerificationError,
  type VerificationProblem,
  type VerifyOptions,
  verify,
  type WebhookHeaders,
} from "./webhooks.ts";
