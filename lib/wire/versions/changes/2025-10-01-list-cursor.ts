import type { VersionChange } from "../change.ts";

export const listCursor: VersionChange = {
  date: "2025-10-01",
  title: "Lists have next_cursor",
  description:
    "Lists have `next_cursor`, which is sent as `starting_after`. Before, the cursor was the last " +
    "object's id.",
  affects: { objects: ["list"], requests: [] },
  fields: [{ before: null, after: "next_cursor" }],
  downgradeResponse({ next_cursor, ...list }) {
    return list;
  },
};
