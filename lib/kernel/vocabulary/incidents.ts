/** Dimensions in which incidents are searched; `all` is all payments of the account. */
export const INCIDENT_DIMENSIONS = ["all", "issuer", "bin", "issuer_country", "method"] as const;
export type IncidentDimension = (typeof INCIDENT_DIMENSIONS)[number];
