export { actorName } from "./actor-name.ts";
export { adoptKey, narrowKey, personOfKey } from "./answer-for-key.ts";
export { authenticateKey, permits, recogniseKey } from "./authenticate-key.ts";
export { activityOf, callersOf, longestPauses } from "./callers.ts";
export { countKeyUse, flushKeyUse } from "./count-key-use.ts";
export {
  createKey,
  createKeyIn,
  createManagedKeyIn,
  getManagedSecret,
} from "./create-key.ts";
export { limitAddresses } from "./limit-addresses.ts";
export { getKey, keyStatus, listKeys } from "./list-keys.ts";
export { revokeKey } from "./revoke-key.ts";
export { rotateKey } from "./rotate-key.ts";
export { listOfPerson as listKeysOfPerson } from "./store.ts";
export {
  type ApiKey,
  type Bearer,
  CALLER_PARTS,
  type Caller,
  type CallerPart,
  type CallerSeries,
  type KeyCall,
  type KeyKind,
  type KeyUse,
  type KnownKey,
  type NewKey,
  SCOPE_RESOURCES,
  type UseSlice,
  type VersionDay,
  type VersionUse,
} from "./types.ts";
export { minutesOf, sumOf, usageOf, versionDaysOf, versionUseOf } from "./usage.ts";
