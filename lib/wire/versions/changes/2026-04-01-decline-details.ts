import { replaceField, type VersionChange } from "../change.ts";

export const declineDetails: VersionChange = {
  date: "2026-04-01",
  title: "A decline has three codes",
  description:
    "A payment's flat `decline_code` became the object `decline`, with Paydesk's `code`, the network's " +
    "`network_code` and the `advice_code` that says whether to retry.",
  affects: { objects: ["payment", "bank_payment"], requests: [] },
  fields: [
    { before: "decline_code", after: "decline.code" },
    { before: null, after: "decline.network_code" },
    { before: null, after: "decline.advice_code" },
  ],
  downgradeResponse(object) {
    if (!("decline" in object)) return object;
    const decline = object.decline as { code?: unknown } | null;
    return replaceField(object, "decline", { decline_code: decline?.code ?? null });
  },
};
