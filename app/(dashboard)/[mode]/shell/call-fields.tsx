"use client";

import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import type { FieldForm } from "./call-form.ts";

const BOOLEANS = ["true", "false"];
const ABSENT = "(not sent)";

export type CallFieldsProps = {
  fields: readonly FieldForm[];
  shownOf: (field: FieldForm) => string;
  onChange: (field: FieldForm, typed: string) => void;
};

/** A control for each parameter. Empty parameters are not sent. */
export function CallFields({ fields, shownOf, onChange }: CallFieldsProps) {
  return fields.map((field) => (
    <Field
      key={field.name}
      label={<code className="font-mono text-12">{field.name}</code>}
      optional={!field.required}
      hint={field.hint}
    >
      <Control field={field} value={shownOf(field)} onChange={(typed) => onChange(field, typed)} />
    </Field>
  ));
}

type ControlProps = { field: FieldForm; value: string; onChange: (typed: string) => void };

function Control({ field, value, onChange }: ControlProps) {
  const { kind, type, values, required } = field;
  if (kind === "choice") {
    const offered = (values.length > 0 ? values : BOOLEANS).map((one) => ({
      value: one,
      label: one,
    }));
    return (
      <Select
        choices={required ? offered : [{ value: ABSENT, label: ABSENT }, ...offered]}
        value={value || (required ? null : ABSENT)}
        onChange={(next) => onChange(next === ABSENT ? "" : next)}
      />
    );
  }
  if (kind === "json") {
    return (
      <Textarea
        mono
        rows={2}
        placeholder={`JSON: ${type}`}
        defaultValue={value}
        spellCheck={false}
        onBlur={({ target }) => target.value !== value && onChange(target.value.trim())}
      />
    );
  }
  return (
    <Input
      mono
      inputMode={kind === "figure" ? "numeric" : undefined}
      placeholder={type}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onValueChange={(typed) => onChange(typed)}
    />
  );
}
