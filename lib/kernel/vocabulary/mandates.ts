export const MANDATE_STATUSES = ["pending", "active", "failed", "revoked", "expired"] as const;
export type MandateStatus = (typeof MANDATE_STATUSES)[number];

export const MANDATE_SCHEMES = ["bacs", "sepa_core", "card"] as const;
export type MandateScheme = (typeof MANDATE_SCHEMES)[number];

/** The parties that can end a mandate. */
export const REVOCATION_SOURCES = ["payer", "bank", "merchant"] as const;
export type RevocationSource = (typeof REVOCATION_SOURCES)[number];
