/** Markers on a chart's time axis: an incident, a change of the account's version pin, a rotated key. */
export const MARKER_KINDS = ["incident", "pin", "rotation"] as const;
export type MarkerKind = (typeof MARKER_KINDS)[number];
