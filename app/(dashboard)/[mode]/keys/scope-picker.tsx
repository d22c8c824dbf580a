"use client";

import { Checkbox } from "#components/ui/checkbox.tsx";
import { Select } from "#components/ui/select.tsx";
import { SCOPE_VERBS } from "#lib/kernel/vocabulary/keys.ts";
import { resourceWord } from "./key-labels.ts";

type ScopePickerProps = {
  resources: readonly string[];
  /** The scopes that may be ticked. null means all. */
  grantable: readonly string[] | null;
  /** Narrowing a key: other scopes are missing on the key, not on the viewer. */
  isNarrowing?: boolean;
  scopes: readonly string[];
  error?: string;
  onChange: (scopes: string[]) => void;
};

const PRESETS = [
  { value: "own", label: "Choose individually" },
  { value: "reports", label: "Reports only" },
  { value: "read", label: "Read everything, change nothing" },
  { value: "charge", label: "Charge and refund" },
  { value: "payouts", label: "Pay out" },
  { value: "webhooks", label: "Manage webhooks" },
] as const;

/** Scopes of a restricted key. Read and write are ticked separately. A preset ticks the scopes of a common job. */
export function ScopePicker(props: ScopePickerProps) {
  const { resources, grantable, scopes, error, onChange } = props;
  const mayGive = (scope: string) => grantable === null || grantable.includes(scope);
  const presets = PRESETS.filter(
    ({ value }) => value === "own" || scopesOf(value, resources).every(mayGive),
  );
  const toggle = (scope: string, ticked: boolean) =>
    onChange(ticked ? [...scopes, scope] : scopes.filter((one) => one !== scope));
  return (
    <fieldset>
      <legend className="mb-1.5 text-13 font-medium">Permissions</legend>
      <div className="mb-2">
        <Select
          label="Preset"
          choices={presets}
          value={presetOf(scopes, resources)}
          onChange={(preset: string) => isPreset(preset) && onChange(scopesOf(preset, resources))}
        />
      </div>
      {grantable && !props.isNarrowing && (
        <p className="mb-2 text-12 text-ink-muted">
          A live key cannot have more permissions than you. Ask an owner or admin for one that does.
        </p>
      )}
      <div className="max-h-80 divide-y divide-line overflow-y-auto rounded-base border border-line">
        {resources.map((resource) => (
          <div key={resource} className="flex min-h-9 items-center gap-6 px-3 text-13">
            <span className="flex-1">{resourceWord(resource)}</span>
            {SCOPE_VERBS.map((verb) => {
              const scope = `${resource}:${verb}`;
              if (!mayGive(scope)) return null;
              return (
                <Checkbox
                  key={verb}
                  label={
                    <>
                      <span className="sr-only">{resourceWord(resource)}: </span>
                      {verb}
                    </>
                  }
                  checked={scopes.includes(scope)}
                  onChange={(ticked) => toggle(scope, ticked)}
                />
              );
            })}
          </div>
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 text-12 text-negative-ink">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** The scopes that a common job needs. */
const SCOPES_OF_PRESETS = {
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

type Preset = keyof typeof SCOPES_OF_PRESETS | "read";

const isPreset = (name: string): name is Preset => name === "read" || name in SCOPES_OF_PRESETS;

/** The scopes of a preset, as far as they exist. */
function scopesOf(preset: Preset, resources: readonly string[]): string[] {
  if (preset === "read") return resources.map((resource) => `${resource}:read`);
  return SCOPES_OF_PRESETS[preset].filter((scope) => resources.includes(scope.split(":")[0] ?? ""));
}

/** The preset with exactly these scopes, or `own`. */
function presetOf(scopes: readonly string[], resources: readonly string[]): Preset | "own" {
  const same = (preset: Preset) => {
    const wanted = scopesOf(preset, resources);
    return wanted.length === scopes.length && wanted.every((scope) => scopes.includes(scope));
  };
  const all = ["read", ...Object.keys(SCOPES_OF_PRESETS)] as Preset[];
  return (scopes.length > 0 && all.find(same)) || "own";
}
