export { railCallsBy } from "./rail-calls.ts";
export { traceOf } from "./trace-of.ts";
export type { RailCall, Trace, TracedRequest } from "./types.ts";
