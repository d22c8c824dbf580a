"use client";

import { Checkbox } from "#components/ui/checkbox.tsx";
import { resourceWord } from "./key-words.ts";

const VERBS = ["read", "write"] as const;

export type ScopePickerProps = {
  resources: readonly string[];
  scopes: readonly string[];
  error?: string;
  onChange: (scopes: string[]) => void;
};

/** What a restricted key may do: reading and writing are ticked separately, neither implies the
 *  other. */
export function ScopePicker({ resources, scopes, error, onChange }: ScopePickerProps) {
  const toggle = (scope: string, ticked: boolean) =>
    onChange(ticked ? [...scopes, scope] : scopes.filter((one) => one !== scope));
  return (
    <fieldset>
      <legend className="mb-1.5 text-13 font-medium">What it may do</legend>
      <div className="divide-y divide-line rounded-base border border-line">
        {resources.map((resource) => (
          <div key={resource} className="flex min-h-9 items-center gap-6 px-3 text-13">
            <span className="flex-1">{resourceWord(resource)}</span>
            {VERBS.map((verb) => {
              const scope = `${resource}:${verb}`;
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
