export { findCountry } from "./countries.ts";
export { createAccount, type NewAccount } from "./create-account.ts";
export { DEMO } from "./demo.ts";
export { getAccount, updateAccount } from "./settings.ts";
export { findDemoAccount } from "./store.ts";
export type { Account } from "./types.ts";
