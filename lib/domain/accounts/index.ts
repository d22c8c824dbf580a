export { APPROVABLE_CORRIDORS, approveCorridors } from "./approve-corridors.ts";
export { findCountry, listCountries } from "./countries.ts";
export { createAccount, type NewAccount } from "./create-account.ts";
export { createFirstAccount } from "./create-first-account.ts";
export { DEMO } from "./demo.ts";
export { finishSignUps } from "./finish-sign-ups.ts";
export { getPin, type Pin, pinVersion } from "./pin-version.ts";
export { getAccount, updateAccount } from "./settings.ts";
export { checkSignUpOpen, confirmSignUp, requestSignUp } from "./sign-up.ts";
export {
  accountOfFundingNumber,
  findDemoAccount,
  fundingNumberOf,
  payoutCorridorsIn,
} from "./store.ts";
export { systemContext } from "./system-context.ts";
export type { Account, PinChange } from "./types.ts";
