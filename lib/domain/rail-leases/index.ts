export {
  LeaseHeldError,
  newLease,
  type RailLease,
  railUnder,
  releaseLease,
  takeIfOpen,
  underLease,
} from "./lease.ts";
export { isFreeFor, LEASE_COLUMNS, leaseColumns, leaseRow, NO_LEASE } from "./store.ts";
