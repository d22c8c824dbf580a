import { replaceField, type VersionChange } from "../change.ts";

export const refundFailure: VersionChange = {
  date: "2026-04-01",
  title: "A refund's failure has a reason",
  description:
    "A refund's `failure_code` became `failure_reason`, which says why the payer's bank rejected the " +
    "money. `reason` still says why the refund was made.",
  affects: { objects: ["refund"], requests: [] },
  fields: [{ before: "failure_code", after: "failure_reason" }],
  downgradeResponse(object) {
    if (!("failure_reason" in object)) return object;
    return replaceField(object, "failure_reason", { failure_code: object.failure_reason });
  },
};
