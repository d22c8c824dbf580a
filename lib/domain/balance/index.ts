export { BOOKING_COLUMNS, bookingRow, bookingSql } from "./booking-sql.ts";
export { browseEntries, findCharge } from "./browse-entries.ts";
export { listEntryItems } from "./browse-store.ts";
export {
  ENTRY_PLACES,
  ENTRY_TYPES,
  type EntryFilter,
  type EntryListItem,
  type EntryPlace,
} from "./browse-types.ts";
export { cutOffAfter, transfersOfEntry } from "./entry.ts";
export { getEntry, type ListEntriesRequest, listEntries } from "./list-entries.ts";
export { type Balance, type Money, readBalance } from "./read-balance.ts";
export { insert as recordEntryIn } from "./store.ts";
export { type Entry, type EntryType, type NewEntry, NO_FEES } from "./types.ts";
