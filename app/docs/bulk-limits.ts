/** Deliveries that can be selected and replayed at once; a test compares it with the code. */
export const MOST_REPLAYED_ROWS = 500;
