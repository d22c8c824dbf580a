"use client";

import { Field } from "#components/ui/field.tsx";
import { Textarea } from "#components/ui/textarea.tsx";

type Props = { value: string; error: string | undefined; onChange: (text: string) => void };

/** Text field for the addresses from which a key may be used. */
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

/** The typed addresses as a list, or null for none, which allows any address. */
export function addressesOf(text: string): string[] | null {
  const entries = text.split(/[\s,]+/).filter(Boolean);
  return entries.length > 0 ? entries : null;
}
