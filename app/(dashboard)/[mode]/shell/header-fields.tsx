"use client";

import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import type { Draft } from "./draft.ts";

type Props = {
  isWrite: boolean;
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
};

/** Idempotency-Key and Service-Version. */
export function HeaderFields({ isWrite, draft, onChange }: Props) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {isWrite && (
        <Field label="Idempotency-Key" optional hint="Empty: a new key for each request.">
          <Input
            mono
            maxLength={255}
            autoComplete="off"
            spellCheck={false}
            value={draft.idempotencyKey}
            onValueChange={(idempotencyKey) => onChange({ idempotencyKey })}
          />
        </Field>
      )}
      <Field
        label="Service-Version"
        optional
        hint="Empty: the version that this account is pinned to."
      >
        <Input
          mono
          placeholder="2026-04-01"
          maxLength={20}
          autoComplete="off"
          value={draft.version}
          onValueChange={(version) => onChange({ version: version.trim() })}
        />
      </Field>
    </div>
  );
}
