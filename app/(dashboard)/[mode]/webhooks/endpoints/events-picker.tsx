"use client";

import { CircleAlert } from "lucide-react";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { coveredTypes, covers, eventSentence, groupTypes, toggled } from "../event-labels.ts";

export type EventsPickerProps = {
  types: readonly string[];
  events: readonly string[];
  error?: string;
  /** Whether the choice also covers types that are added later. */
  lasting?: boolean;
  onChange: (events: string[]) => void;
};

/** Chooses events: all, those of a noun, or single types. A wildcard also covers types that are added later, and says
 * so. */
export function EventsPicker({
  types,
  events,
  error,
  lasting = true,
  onChange,
}: EventsPickerProps) {
  const everything = events.includes("*");
  const toggle = (entry: string) => (on: boolean) => onChange(toggled(events, entry, on, types));
  return (
    <fieldset className="flex min-w-0 flex-col gap-3" aria-describedby="events-chosen">
      <legend className="mb-1.5 flex w-full items-baseline justify-between gap-4 text-13 font-medium">
        Events
        <span id="events-chosen" className="font-normal text-ink-faint tabular-nums">
          {coveredTypes(events, types)} of {types.length}
        </span>
      </legend>
      {error && (
        <p role="alert" className="flex items-start gap-1.5 text-12 text-negative-ink">
          <CircleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden />
          {error}
        </p>
      )}
      <div className="rounded-base border border-line px-3 py-2.5">
        <Checkbox
          label={<span className="font-medium">Every event</span>}
          hint={lasting ? "Including types added later." : undefined}
          checked={everything}
          onChange={toggle("*")}
        />
      </div>
      {!everything && (
        <div className="grid gap-3 sm:grid-cols-2">
          {groupTypes(types).map((group) => (
            <EventGroup key={group.noun} {...group} events={events} toggle={toggle} />
          ))}
        </div>
      )}
    </fieldset>
  );
}

function EventGroup(props: {
  noun: string;
  types: readonly string[];
  events: readonly string[];
  toggle: (entry: string) => (on: boolean) => void;
}) {
  const { noun, types, events, toggle } = props;
  const wildcard = `${noun}.*`;
  const all = events.includes(wildcard);
  const some = types.some((type) => covers(events, type));
  return (
    <div className="min-w-0 rounded-base border border-line">
      <div className="border-b border-line bg-surface-sunken px-3 py-2">
        <Checkbox
          label={<code className="font-mono text-12 font-medium">{wildcard}</code>}
          checked={all}
          indeterminate={some && !all}
          onChange={toggle(wildcard)}
        />
      </div>
      <div className="flex flex-col gap-2 px-3 py-2.5">
        {types.map((type) => (
          <Checkbox
            key={type}
            label={<code className="font-mono text-12">{type}</code>}
            hint={eventSentence(type)}
            checked={covers(events, type)}
            onChange={toggle(type)}
          />
        ))}
      </div>
    </div>
  );
}
