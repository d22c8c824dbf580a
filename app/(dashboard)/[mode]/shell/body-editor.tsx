"use client";

import { useState } from "react";
import { Field } from "#components/ui/field.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { CallFields } from "./call-fields.tsx";
import type { FieldForm } from "./call-form.ts";
import { bodyObject, shownValue, withField } from "./draft.ts";

type Props = {
  fields: readonly FieldForm[];
  body: string | null;
  onChange: (body: string) => void;
};

/** Edits a body as fields or as JSON. Both edit one text. */
export function BodyEditor({ fields, body, onChange }: Props) {
  const [form, setForm] = useState<"fields" | "json">("fields");
  const object = bodyObject(body);
  const shown = object && fields.length > 0 ? form : "json";
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-4 border-b border-line pb-2">
        <h2 className="text-14 font-semibold">Body</h2>
        <Segmented
          label="Body as"
          choices={[
            { value: "fields", label: "Fields" },
            { value: "json", label: "JSON" },
          ]}
          value={shown}
          onChange={setForm}
        />
      </div>
      {shown === "fields" && object ? (
        <BodyFields fields={fields} object={object} onChange={onChange} />
      ) : (
        <Field
          label="JSON"
          hideLabel
          error={object ? undefined : "This is not a valid JSON object. It is sent as it is."}
        >
          <Textarea
            mono
            rows={8}
            spellCheck={false}
            value={body ?? ""}
            onChange={({ target }) => onChange(target.value)}
          />
        </Field>
      )}
    </div>
  );
}

type FieldsProps = {
  fields: readonly FieldForm[];
  object: Record<string, unknown>;
  onChange: (body: string) => void;
};

/** Required and filled fields are shown; the others on request. */
function BodyFields({ fields, object, onChange }: FieldsProps) {
  // Computed once, so that an emptied field does not move while it is edited.
  const [open] = useState(
    () => new Set(fields.filter(({ name, required }) => required || name in object)),
  );
  const more = fields.filter((field) => !open.has(field));
  const shared = {
    shownOf: (field: FieldForm) => shownValue(object, field),
    onChange: (field: FieldForm, typed: string) => onChange(withField(object, field, typed)),
  };
  return (
    <>
      <CallFields {...shared} fields={[...open]} />
      {more.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer text-13 text-accent-ink">
            More fields <span className="text-ink-faint tabular-nums">{more.length}</span>
          </summary>
          <div className="mt-3 flex flex-col gap-4 border-l border-line pl-4">
            <CallFields {...shared} fields={more} />
          </div>
        </details>
      )}
    </>
  );
}
