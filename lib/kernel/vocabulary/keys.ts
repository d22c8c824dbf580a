export const KEY_KINDS = ["secret", "publishable"] as const;
export type KeyKind = (typeof KEY_KINDS)[number];
