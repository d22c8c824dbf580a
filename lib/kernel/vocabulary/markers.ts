/** What a chart marks on its time axis: approvals that fell, a change of the account's version pin, a rotated key. */
export const MARKER_KINDS = ["incident", "pin", "rotation"] as const;
export type MarkerKind = (typeof MARKER_KINDS)[number];
