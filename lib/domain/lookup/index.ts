export { lookUp } from "./look-up.ts";
export type { Found } from "./types.ts";
