export { notifyEndsOfSupport } from "./end-of-support.ts";
