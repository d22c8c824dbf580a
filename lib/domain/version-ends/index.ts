export { tellEndsOfSupport } from "./tell-ends-of-support.ts";
