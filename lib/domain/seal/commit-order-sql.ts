/** Whether every transaction that began to write before the one of `row` has ended, so that no earlier row can follow.
 *  Rows with a transaction id in the future came with a dump of another server. */
export const isCommitted = (row: string) => `
  (${row}.tx_id < pg_snapshot_xmin(pg_current_snapshot()) or ${row}.tx_id >= pg_snapshot_xmax(pg_current_snapshot()))`;
