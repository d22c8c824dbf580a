import type { VersionChange } from "../change.ts";

export const listCursor: VersionChange = {
  date: "2025-10-01",
  title: "Lists name their next cursor",
  description:
    "Lists carry `next_cursor`, to be given as `starting_after`. Before, the cursor was the last " +
    "object's id.",
  affects: { objects: ["list"], requests: [] },
  fields: [{ before: null, after: "next_cursor" }],
  downgradeResponse({ next_cursor, ...list }) {
    return list;
  },
};
