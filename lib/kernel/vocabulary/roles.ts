export const ROLES = ["owner", "admin", "developer", "finance", "support", "read_only"] as const;
export type Role = (typeof ROLES)[number];
