export { findCountry, listCountries } from "./countries.ts";
export { createAccount, createFirstAccount, DEMO, type NewAccount } from "./create-account.ts";

export { getPin, type Pin, pinVersion } from "./pin-version.ts";
export {
  type AppliedLimits,
  type LimitChanges,
  raiseRateLimits,
  readRateLimits,
} from "./rate-limits.ts";
export { APPROVABLE_CORRIDORS, approveCorridors, getAccount, updateAccount } from "./settings.ts";
export { checkSignUpOpen, confirmSignUp, finishSignUps, requestSignUp } from "./sign-up.ts";

export {
  accountOfFundingNumber,
  findDemoAccount,
  fundingNumberOf,
  listPinChanges,
  payoutCorridorsIn,
} from "./store.ts";
export { systemContext } from "./system-context.ts";
export type { Account, PinChange } from "./types.ts";
