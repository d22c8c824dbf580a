/** Dimensions in which causes of declines and incidents are searched; `all` is all payments of the account. If slices have
 *  the same payments, the first is named. */
export const INCIDENT_DIMENSIONS = ["all", "issuer", "issuer_country", "bin", "method"] as const;
export type IncidentDimension = (typeof INCIDENT_DIMENSIONS)[number];
