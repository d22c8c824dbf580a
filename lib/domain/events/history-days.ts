/** Days that can be read and replayed (service.md §6). */
export const HISTORY_DAYS = 30;
