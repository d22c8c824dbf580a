export { POLL_SECONDS, pollPairing } from "./collect.ts";
export {
  beginPairing,
  confirmPairing,
  findPairing,
  PAIRING_MS,
  prunePairings,
  refusePairing,
} from "./pair.ts";
export type { Pairing } from "./types.ts";
