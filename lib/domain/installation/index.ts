export { type Refusal, whyNotStart } from "./start-checks.ts";
