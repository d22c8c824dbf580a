export { type RailCall, railCallsBy, type Trace, type TracedRequest, traceOf } from "./trace-of.ts";
