export { authenticateKey, permits, recogniseKey } from "./authenticate-key.ts";
export { countKeyUse, flushKeyUse } from "./count-key-use.ts";
export {
  actorName,
  createKey,
  createKeyIn,
  createManagedKeyIn,
  getManagedSecret,
} from "./create-key.ts";
export {
  adoptKey,
  getKey,
  keyStatus,
  limitAddresses,
  listKeys,
  narrowKey,
  personOfKey,
  revokeKey,
  rotateKey,
  rotateKeyIn,
  whyNotRevoked,
  whyNotRotated,
} from "./manage-keys.ts";
export { listOfPerson as listKeysOfPerson, listRotations } from "./store.ts";
export {
  type ApiKey,
  type Bearer,
  type Caller,
  type CallerSeries,
  type KeyCall,
  type KeyRotation,
  type KeyUse,
  type KnownKey,
  type NewKey,
  SCOPE_RESOURCES,
  type UseSlice,
  type VersionDay,
  type VersionUse,
} from "./types.ts";
export {
  activityOf,
  callersOf,
  longestPauses,
  minutesOf,
  sumOf,
  usageOf,
  versionDaysOf,
  versionUseOf,
} from "./usage.ts";
