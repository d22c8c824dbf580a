"use client";

import { Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { later } from "../ui/later.tsx";
import { Popover } from "../ui/popover.tsx";
import { type FilterDef, filterLabel, type Names } from "./filters.ts";
import type { UrlFilters } from "./use-url-filters.ts";

/** A pinned filter without a value. */
const ANY: Record<FilterDef["kind"], string> = {
  period: "any time",
  choice: "any",
  text: "any",
  amount: "any",
  search: "any",
};

const FilterMenu = later(() => import("./filter-menu.tsx").then(({ FilterMenu }) => FilterMenu));

const FilterEditor = later(() =>
  import("./filter-editor.tsx").then(({ FilterEditor }) => FilterEditor),
);

export type FilterBarProps = {
  filters: UrlFilters;
  /** Shown at the right end of the bar, such as an export button. */
  actions?: ReactNode;
  /** Names to show for ids that the list is filtered by. */
  names?: Names;
  /** After the filters that are set: a button that saves them. */
  saving?: ReactNode;
  /** A `FilterQuery`; without it the filters cannot be typed as text. */
  query?: ReactNode;
  /** Called when a person reaches for the filters, so that what they offer is read in time. */
  onReach?: () => void;
};

/** The active filters of a list. A chip opens the filter's editor; its cross removes the filter. */
export function FilterBar(props: FilterBarProps) {
  const { filters, actions, names, query, saving, onReach } = props;
  const [adding, setAdding] = useState<string | null>(null);
  const [choosing, setChoosing] = useState(false);
  const search = filters.defs.find((def) => def.kind === "search");
  const chips = filters.defs.filter((def) => def !== search);
  const isSet = (def: FilterDef) => Boolean(filters.values[def.key]);
  const shown = chips.filter((def) => isSet(def) || def.pinned || def.key === adding);
  const isAny = filters.defs.some(isSet);
  const left = chips.filter((def) => !shown.includes(def));
  return (
    <section
      aria-label="Filters"
      onFocusCapture={onReach}
      onPointerEnter={onReach}
      className="flex flex-wrap items-center gap-2 pb-3"
    >
      {query}
      {shown.map((def) => (
        <FilterChip
          key={def.key}
          def={def}
          value={filters.values[def.key]}
          names={names}
          startsOpen={def.key === adding}
          onChange={(value) => {
            // A new chip stays until the URL contains its filter.
            if (value === null) setAdding(null);
            filters.set(def.key, value);
          }}
          onDismiss={() => setAdding(null)}
        />
      ))}
      {left.length > 0 && (
        <Popover
          title="Add a filter"
          hideTitle
          open={choosing}
          onOpenChange={setChoosing}
          trigger={
            <Button
              variant="quiet"
              size="small"
              className="border border-dashed border-line-control/60 print:hidden"
              icon={<Plus className="size-3.5" aria-hidden />}
            >
              Filter
            </Button>
          }
        >
          <FilterMenu
            // Also pinned ones, which a person may look for by name.
            defs={chips.filter((def) => !isSet(def) && def.key !== adding)}
            onAdd={(key) => {
              setChoosing(false);
              setAdding(key);
            }}
            onSet={(key, value) => {
              setChoosing(false);
              filters.set(key, value);
            }}
          />
        </Popover>
      )}
      {chips.filter(isSet).length > 1 && (
        <Button variant="quiet" size="small" onClick={filters.clear}>
          Clear all
        </Button>
      )}
      {isAny && saving}
      {actions && <span className="ml-auto flex items-center gap-2">{actions}</span>}
    </section>
  );
}

type FilterChipProps = {
  def: FilterDef;
  value: string | undefined;
  names: Names | undefined;
  startsOpen: boolean;
  onChange: (value: string | null) => void;
  onDismiss: () => void;
};

function FilterChip({ def, value, names, startsOpen, onChange, onDismiss }: FilterChipProps) {
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  if (startsOpen !== asked) {
    setAsked(startsOpen);
    setOpen(startsOpen);
  }
  const nothing = { subject: def.label, predicate: def.pinned ? ANY[def.kind] : "…" };
  const label = value ? filterLabel(def, value, names) : nothing;
  const isSet = value !== undefined || !def.pinned;
  return (
    <span className="inline-flex h-7 items-stretch rounded-base border border-line bg-surface-raised text-13 shadow-press pointer-coarse:h-9">
      <Popover
        title={def.label}
        open={open}
        onOpenChange={(next) => {
          setOpen(next);
          if (!next && !value) onDismiss();
        }}
        trigger={
          <button
            type="button"
            className={cx(
              "rounded-l-base px-2 transition-colors hover:bg-surface-hover data-popup-open:bg-surface-hover",
              !isSet && "rounded-r-base",
            )}
          >
            <span className="text-ink-muted">{label.subject} </span>
            <span className={isSet ? "font-medium" : "text-ink-muted"}>{label.predicate}</span>
          </button>
        }
      >
        <FilterEditor
          def={def}
          value={value ?? ""}
          onApply={(next) => {
            setOpen(false);
            onChange(next);
          }}
        />
      </Popover>
      {isSet && (
        <button
          type="button"
          aria-label={`Remove filter ${label.subject} ${label.predicate}`}
          onClick={() => onChange(null)}
          className="flex w-6 items-center justify-center rounded-r-base border-l border-line text-ink-faint transition-colors hover:bg-surface-hover hover:text-ink pointer-coarse:w-9"
        >
          <X className="size-3" aria-hidden />
        </button>
      )}
    </span>
  );
}
