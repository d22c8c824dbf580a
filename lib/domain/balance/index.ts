export {
  BOOKING_COLUMNS,
  bookingRow,
  bookingSql,
  cutOffAfter,
  transfersOfEntry,
} from "./booking-sql.ts";
export { entriesFigures, listEntryItems } from "./browse-store.ts";
export {
  type Balance,
  browseEntries,
  findCharge,
  getEntry,
  type ListEntriesRequest,
  listEntries,
  type Money,
  readBalance,
} from "./read-balance.ts";
export { insert as recordEntryIn } from "./store.ts";
export {
  type Entry,
  type EntryFilter,
  type EntryListItem,
  type NewEntry,
  NO_FEES,
  WITHOUT_FEES,
} from "./types.ts";
