export { type Country, findCountry } from "./countries.ts";
export { type AccountRequest, createAccount, type NewAccount } from "./create-account.ts";
export { DEMO } from "./demo.ts";
export { getAccount, updateAccount } from "./settings.ts";
export { findDemoAccount } from "./store.ts";
export type { Account, DefaultKeys } from "./types.ts";
