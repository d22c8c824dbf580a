"use client";

import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/cx.ts";
import { Field } from "#components/ui/field.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import type { TypedHeaders } from "./own-headers.ts";

type Props = {
  /** Those that the endpoint has, by name with the end of the value. */
  known: Readonly<Record<string, string>>;
  typed: TypedHeaders;
  error: string | undefined;
  onChange: (typed: TypedHeaders) => void;
};

/** An endpoint's own headers: the known ones can be removed, new ones are typed. */
export function HeaderFields({ known, typed, error, onChange }: Props) {
  const names = Object.keys(known);
  const { removed } = typed;
  const toggle = (name: string) =>
    onChange({
      ...typed,
      removed: removed.includes(name)
        ? removed.filter((each) => each !== name)
        : [...removed, name],
    });
  return (
    <Field
      label={names.length > 0 ? "Add or replace headers" : "Headers"}
      optional
      hint="Sent with each delivery, one per line. Kept encrypted and never shown again in full."
      error={error}
    >
      {names.length > 0 && (
        <ul className="mb-2 flex flex-col gap-1">
          {names.map((name) => (
            <li key={name} className="flex min-w-0 items-center gap-2">
              <code
                className={cx(
                  "min-w-0 truncate font-mono text-12",
                  removed.includes(name) && "text-ink-muted line-through",
                )}
              >
                {name}: {known[name]}
              </code>
              <Button
                variant="quiet"
                size="small"
                className="-my-1"
                aria-label={`${removed.includes(name) ? "Keep" : "Remove"} ${name}`}
                onClick={() => toggle(name)}
              >
                {removed.includes(name) ? "Keep" : "Remove"}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Textarea
        mono
        rows={2}
        autoComplete="off"
        spellCheck={false}
        placeholder="X-Api-Key: key of your gateway"
        value={typed.lines}
        onChange={(event) => onChange({ ...typed, lines: event.target.value })}
      />
    </Field>
  );
}
