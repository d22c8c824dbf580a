"use client";

import { type ReactNode, useState } from "react";
import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import { countText, currentRules } from "../format/locale.ts";
import { plainAmount } from "../money/typed-amount.ts";
import { PeriodFields } from "../time/period-fields.tsx";
import { useTimeFrame } from "../time/time-context.tsx";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { Select } from "../ui/select.tsx";
import {
  type FilterChoice,
  type FilterDef,
  PERIODS,
  readAmount,
  SHORT_PERIODS,
} from "./filters.ts";
import { textValue, valueText } from "./syntax/values.ts";

type EditorProps<K extends FilterDef["kind"]> = {
  def: Extract<FilterDef, { kind: K }>;
  value: string;
  onApply: (value: string | null) => void;
};

/** The editor of a filter, by its kind. */
export function FilterEditor(props: {
  def: FilterDef;
  value: string;
  onApply: (value: string | null) => void;
}) {
  const { def, value, onApply } = props;
  if (def.kind === "choice") return <ChoiceEditor def={def} value={value} onApply={onApply} />;
  if (def.kind === "period") return <PeriodEditor def={def} value={value} onApply={onApply} />;
  if (def.kind === "amount") return <AmountEditor def={def} value={value} onApply={onApply} />;
  if (def.kind === "search") return null;
  return <TextEditor def={def} value={value} onApply={onApply} />;
}

function EditorForm(props: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      {props.children}
      <Button type="submit" variant="primary" size="small">
        Apply filter
      </Button>
    </form>
  );
}

/** From this number on, choices of several can be searched. */
const SEARCHED_FROM = 9;

function ChoiceEditor({ def, value, onApply }: EditorProps<"choice">) {
  const [picked, setPicked] = useState(() => value.split(",").filter(Boolean));
  const [text, setText] = useState("");
  if (!def.many)
    return <ChoiceList choices={def.choices} value={value} onPick={(next) => onApply(next)} />;
  // Values that only the address has stay, and can be taken away.
  const others = picked
    .filter((one) => !def.choices.some((choice) => choice.value === one))
    .map((one) => ({ value: one, label: def.verbatim ? one : one.toUpperCase() }));
  const all: readonly FilterChoice[] = [...(def.open ? others : []), ...def.choices];
  const wanted = text.trim().toLowerCase();
  const found = all.filter(({ label }) => label.toLowerCase().includes(wanted));
  return (
    <EditorForm onSubmit={() => onApply(picked.join(",") || null)}>
      {all.length >= SEARCHED_FROM && (
        <Field label={`Find ${def.label.toLowerCase()}`} hideLabel>
          <Input placeholder="Find …" value={text} autoComplete="off" onValueChange={setText} />
        </Field>
      )}
      <div className="-m-1 flex max-h-72 flex-col gap-2 overflow-y-auto p-1">
        {found.map((choice) => (
          <Checkbox
            key={choice.value}
            label={<ChoiceLabel {...choice} />}
            checked={picked.includes(choice.value)}
            onChange={(on) =>
              setPicked(
                on ? [...picked, choice.value] : picked.filter((one) => one !== choice.value),
              )
            }
          />
        ))}
        {found.length === 0 && <p className="text-13 text-ink-muted">{nothing(def, text)}</p>}
      </div>
    </EditorForm>
  );
}

function ChoiceLabel({ label, count }: FilterChoice) {
  return (
    <>
      <span className="[overflow-wrap:anywhere]">{label}</span>
      {count !== undefined && (
        <span className="ml-1.5 text-12 text-ink-faint tabular-nums">{countText(count)}</span>
      )}
    </>
  );
}

const nothing = ({ label }: FilterDef, text: string) =>
  text.trim() ? `No ${label.toLowerCase()} contains “${text.trim()}”.` : "None in use yet.";

function ChoiceList(props: {
  choices: readonly { value: string; label: string }[];
  value: string;
  onPick: (value: string) => void;
}) {
  return (
    <div className="-mx-1.5 -my-1 flex flex-col">
      {props.choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === props.value}
          onClick={() => props.onPick(choice.value)}
          className="h-8 rounded-small px-2 text-left text-13 transition-colors first-letter:uppercase hover:bg-surface-hover aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-ink pointer-coarse:h-10"
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}

function PeriodEditor({ def, value, onApply }: EditorProps<"period">) {
  const { zone } = useTimeFrame();
  const minutes = def.minutes === true;
  const [start = "", end = ""] = value.includes("..") ? value.split("..") : [];
  const [from, setFrom] = useState(minutes ? startMinute(start) : start);
  const [to, setTo] = useState(minutes ? endMinute(end) : end);
  return (
    <div className="flex flex-col gap-3">
      <ChoiceList
        choices={def.presets ?? (minutes ? SHORT_PERIODS : PERIODS)}
        value={value}
        onPick={onApply}
      />
      <div className="border-t border-line pt-3">
        <EditorForm onSubmit={() => onApply(from || to ? `${from}..${to}` : null)}>
          <PeriodFields
            minutes={minutes}
            from={from}
            to={to}
            onFrom={setFrom}
            onTo={setTo}
            last={{
              hint: minutes ? `Times in ${zone}. The end is not included.` : undefined,
            }}
          />
        </EditorForm>
      </div>
    </div>
  );
}

const startMinute = (text: string) => (text.length === 10 ? `${text}T00:00` : text);

/** A day is included whole in its period; a minute at the end is not included. */
function endMinute(text: string): string {
  if (text.length !== 10) return text;
  return `${dateFromMs(Date.parse(`${text}T00:00Z`) + DAY_MS)
    .toISOString()
    .slice(0, 10)}T00:00`;
}

/** An open end of a range. */
const NO_END: ReturnType<typeof plainAmount> = { plain: "" };

/** An amount of an address as the account's people type it. */
const fieldText = (plain: string) => plain.replace(".", currentRules().decimal);

function AmountEditor({ def, value, onApply }: EditorProps<"amount">) {
  const start = readAmount(value);
  const [currency, setCurrency] = useState(start.currency || def.currencies[0] || "EUR");
  const [min, setMin] = useState(fieldText(start.min));
  const [max, setMax] = useState(fieldText(start.max));
  const ends = [min, max].map((text) => (text.trim() ? plainAmount(text, currency) : NO_END));
  const [least, most] = ends;
  const apply = () => {
    if (least?.plain == null || most?.plain == null) return;
    const range = `${least.plain}..${most.plain}`;
    onApply(range === ".." ? null : `${currency}:${range}`);
  };
  return (
    <EditorForm onSubmit={apply}>
      <Field label="Currency">
        <Select
          choices={def.currencies.map((code) => ({ value: code, label: code }))}
          value={currency}
          onChange={setCurrency}
        />
      </Field>
      <div className="grid grid-cols-2 gap-2">
        <Field label="At least" error={least?.fault}>
          <Input inputMode="decimal" value={min} onValueChange={setMin} />
        </Field>
        <Field label="At most" error={most?.fault}>
          <Input inputMode="decimal" value={max} onValueChange={setMax} />
        </Field>
      </div>
    </EditorForm>
  );
}

function TextEditor({ def, value, onApply }: EditorProps<"text">) {
  const [text, setText] = useState(() => value && valueText(def, value).slice(1));
  return (
    <EditorForm onSubmit={() => onApply(textValue(def, text.trim()) || null)}>
      <Field
        label={def.label}
        hideLabel
        hint={def.starts ? "Finds what starts with this text. In quotes it is exact." : undefined}
      >
        <Input mono={def.mono} placeholder={def.placeholder} value={text} onValueChange={setText} />
      </Field>
    </EditorForm>
  );
}
