"use client";

import { Field } from "#components/ui/field.tsx";
import { Textarea } from "#components/ui/textarea.tsx";

type Props = { value: string; error: string | undefined; onChange: (text: string) => void };

/** The addresses that a key may be used from, as somebody types them. */
export function AddressField({ value, error, onChange }: Props) {
  return (
    <Field
      label="Addresses and ranges"
      hint="One per line, IPv4 or IPv6: 203.0.113.9 or 2001:db8::/32. At most 50. Leave it empty to allow any address."
      error={error}
    >
      <Textarea
        mono
        spellCheck={false}
        rows={3}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

/** What was typed as a list; null for nothing, which allows any address. */
export function addressesOf(text: string): string[] | null {
  const entries = text.split(/[\s,]+/).filter(Boolean);
  return entries.length > 0 ? entries : null;
}
