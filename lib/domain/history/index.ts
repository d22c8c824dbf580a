// Creates and drops daily partitions as the table owner. Only background loops may import this, not code that answers
// requests (`tidy.test.ts`).

export { createUpcomingPartitions, dropOldHistory } from "./roll-history.ts";
