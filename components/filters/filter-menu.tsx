"use client";

import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import type { FilterDef } from "./filters.ts";
import { slug } from "./syntax/words.ts";

/** A filter to add, or one with its value. */
type Entry = { def: FilterDef; value: string | null; label: string; note?: string };

type Props = {
  defs: readonly FilterDef[];
  /** Opens the editor of a filter. */
  onAdd: (key: string) => void;
  /** Sets a filter to a value. */
  onSet: (key: string, value: string) => void;
};

const MOST_VALUES = 8;
/** From this length on, the search also finds values. */
const VALUE_FROM = 2;

/** The filters of a list under their headings. The search finds filters and their values; arrow keys and Enter choose. */
export function FilterMenu({ defs, onAdd, onSet }: Props) {
  const id = useId();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const groups = useMemo(() => groupsOf(defs, text), [defs, text]);
  const entries = groups.flatMap((group) => group.entries);
  const choose = (entry: Entry | undefined) => {
    if (!entry) return;
    if (entry.value === null) onAdd(entry.def.key);
    else onSet(entry.def.key, entry.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && entries.length > 0) setAt((at + step + entries.length) % entries.length);
    else if (event.key === "Enter") choose(entries[at]);
    else return;
    event.preventDefault();
  };
  return (
    <div className="-m-3">
      <div className="relative border-b border-line">
        <Search
          className="pointer-events-none absolute top-1/2 left-3 size-3.5 -translate-y-1/2 text-ink-faint"
          aria-hidden
        />
        <input
          role="combobox"
          aria-label="Find a filter"
          aria-autocomplete="list"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={entries[at] && `${id}-${at}`}
          placeholder="Filter by …"
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          className="h-9 w-full bg-transparent pr-3 pl-8.5 text-13 outline-none placeholder:text-ink-faint pointer-coarse:h-11 pointer-coarse:text-16"
        />
      </div>
      <Groups id={id} groups={groups} at={at} onChoose={choose} />
      {entries.length === 0 && (
        <p role="status" className="px-3 pb-3 text-13 text-ink-muted">
          No filter is called “{text}”.
        </p>
      )}
    </div>
  );
}

type GroupsProps = {
  id: string;
  groups: readonly Group[];
  at: number;
  onChoose: (entry: Entry) => void;
};

function Groups({ id, groups, at, onChoose }: GroupsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector("[aria-selected=true]");
    if (at > 0) chosen?.scrollIntoView({ block: "nearest" });
  }, [at]);
  return (
    <div
      ref={list}
      role="listbox"
      id={`${id}-list`}
      aria-label="Filters"
      className="max-h-80 overflow-y-auto p-1"
    >
      {groups.map(({ title, entries, first }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box.
        <div key={title} role="group" aria-label={title || "General"} className="pb-1 last:pb-0">
          {title && (
            <div aria-hidden className="px-2 pt-1.5 pb-1 text-12 text-ink-faint">
              {title}
            </div>
          )}
          {entries.map((entry, index) => (
            <Line
              key={`${entry.def.key} ${entry.value}`}
              id={`${id}-${first + index}`}
              entry={entry}
              selected={first + index === at}
              onChoose={() => onChoose(entry)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function Line(props: { id: string; entry: Entry; selected: boolean; onChoose: () => void }) {
  const { id, entry, selected, onChoose } = props;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the search keeps the focus (aria-activedescendant).
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the search does the same.
    <div
      role="option"
      id={id}
      aria-selected={selected}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className="flex min-h-8 cursor-default items-center gap-2 rounded-small px-2 py-1 text-13 hover:bg-surface-hover aria-selected:bg-surface-hover pointer-coarse:min-h-10"
    >
      {entry.note && <span className="text-ink-muted">{entry.note}</span>}
      <span className={isVerbatim(entry) ? "truncate" : "first-letter:uppercase"}>
        {entry.label}
      </span>
    </div>
  );
}

const isVerbatim = ({ def, value }: Entry) =>
  value !== null && def.kind === "choice" && def.verbatim === true;

type Group = { title: string; entries: Entry[]; first: number };

function groupsOf(defs: readonly FilterDef[], text: string): Group[] {
  const wanted = slug(text);
  const starts = (label: string) =>
    wanted === "" || slug(label).startsWith(wanted) || slug(label).includes(`_${wanted}`);
  const names = defs.filter(({ label, key }) => starts(label) || starts(key));
  const titles = [...new Set(names.map(({ group = "" }) => group))].sort(
    (a, b) => Number(a !== "") - Number(b !== ""),
  );
  const byTitle = titles.map((title) => ({
    title,
    entries: names
      .filter(({ group = "" }) => group === title)
      .map((def): Entry => ({ def, value: null, label: def.label })),
  }));
  const values = wanted.length < VALUE_FROM ? [] : valuesFor(defs, starts);
  let count = 0;
  return [...byTitle, { title: "Values", entries: values }]
    .filter(({ entries }) => entries.length > 0)
    .map((group) => {
      const first = count;
      count += group.entries.length;
      return { ...group, first };
    });
}

function valuesFor(defs: readonly FilterDef[], starts: (label: string) => boolean): Entry[] {
  return defs
    .flatMap((def) =>
      def.kind === "choice"
        ? def.choices
            .filter(({ value, label }) => starts(label) || starts(value))
            .map(({ value, label }): Entry => ({ def, value, label, note: def.label }))
        : [],
    )
    .slice(0, MOST_VALUES);
}
