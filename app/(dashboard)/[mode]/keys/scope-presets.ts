/** The scopes that a common job needs. */
const PRESETS = {
  reports: ["reports:read"],
  charge: [
    "payments:read",
    "payments:write",
    "bank_payments:read",
    "bank_payments:write",
    "refunds:read",
    "refunds:write",
    "customers:read",
    "customers:write",
    "payment_methods:read",
    "payment_methods:write",
  ],
  payouts: ["payouts:read", "payouts:write", "balance:read"],
  webhooks: [
    "webhook_endpoints:read",
    "webhook_endpoints:write",
    "deliveries:read",
    "deliveries:write",
    "replays:read",
    "replays:write",
    "events:read",
  ],
} as const;

export type Preset = keyof typeof PRESETS | "read";

export const isPreset = (name: string): name is Preset => name === "read" || name in PRESETS;

/** The scopes of a preset, as far as they exist. */
export function scopesOf(preset: Preset, resources: readonly string[]): string[] {
  if (preset === "read") return resources.map((resource) => `${resource}:read`);
  return PRESETS[preset].filter((scope) => resources.includes(scope.split(":")[0] ?? ""));
}

/** The preset with exactly these scopes, or `own`. */
export function presetOf(scopes: readonly string[], resources: readonly string[]): Preset | "own" {
  const same = (preset: Preset) => {
    const wanted = scopesOf(preset, resources);
    return wanted.length === scopes.length && wanted.every((scope) => scopes.includes(scope));
  };
  const all = ["read", ...Object.keys(PRESETS)] as Preset[];
  return (scopes.length > 0 && all.find(same)) || "own";
}
