// Makes and drops days of the daily tables, as their owner: for the loops of the processes, not for what answers
// requests (`tidy.test.ts`).

export { createUpcomingPartitions, dropOldHistory } from "./roll-history.ts";
