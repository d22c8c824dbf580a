export { railCallsBy, traceOf } from "./trace-of.ts";

export type { RailCall, Trace, TracedRequest } from "./types.ts";
