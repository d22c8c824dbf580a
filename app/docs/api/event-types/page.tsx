import type { Metadata } from "next";
import { TextLink } from "#components/ui/text-link.tsx";
import { Fields } from "../fields.tsx";
import { Code, Prose } from "../prose.tsx";
import { EVENT_FAMILIES, EVENTS, type EventEntry } from "../reference.ts";

export const metadata: Metadata = { title: "Event types · API" };

const INTRODUCTION =
  "An endpoint subscribes to single types, to families such as `payment.*`, or to all types with `*`. Every " +
  "event has the same envelope. `data` is the whole object as it was at the time of the event, in the version " +
  "pinned on the endpoint. In test mode `POST /v1/test/events` sends any of these types with an object " +
  "you choose.";

const ENVELOPE = {
  type: "object",
  properties: {
    id: { type: "string", description: "Starts with `evt_`; the same in every attempt and replay" },
    object: { type: "string", description: "`event`, from version 2026-12-01 on" },
    type: { type: "string", description: "One of the types below" },
    created: { type: "string", description: "UTC, ISO 8601" },
    version: { type: "string", description: "The API version of `data`" },
    livemode: { type: "boolean", description: "True in live mode" },
    data: { type: "object", description: "The object that changed" },
  },
};

const toCome = EVENTS.filter((event) => !event.emitted);

/** Every event type with its sentence; each family has a page with fields and bodies. */
export default function EventTypesPage() {
  return (
    <>
      <h1 className="text-28 font-semibold">Event types</h1>
      <p className="mt-2 max-w-prose text-14 text-ink-muted">
        <Prose>{INTRODUCTION}</Prose>
      </p>
      <h2 id="envelope" className="mt-8 scroll-mt-6 text-20 font-semibold">
        The envelope
      </h2>
      <div className="max-w-prose">
        <Fields schema={ENVELOPE} />
      </div>
      {EVENT_FAMILIES.map(({ name, events }) => (
        <section key={name} aria-labelledby={name} className="mt-10 border-t border-line pt-6">
          <h2 id={name} className="scroll-mt-6 font-mono text-16 font-semibold">
            {name}.*
          </h2>
          <EventList events={events} hrefOf={(type) => `/docs/api/event-types/${name}#${type}`} />
        </section>
      ))}
      <section aria-labelledby="to-come" className="mt-10 border-t border-line pt-6">
        <h2 id="to-come" className="text-20 font-semibold">
          Planned event types
        </h2>
        <p className="mt-2 max-w-prose text-14 text-ink-muted">
          These events are not sent yet. You can subscribe to them and send test events, which carry
          a small sample object.
        </p>
        <EventList events={toCome} />
      </section>
    </>
  );
}

type ListProps = { events: readonly EventEntry[]; hrefOf?: (type: string) => string };

function EventList({ events, hrefOf }: ListProps) {
  return (
    <ul className="mt-3 text-13">
      {events.map(({ type, fires_when }) => (
        <li
          key={type}
          className="grid gap-x-4 gap-y-0.5 border-b border-line py-2 sm:grid-cols-[19rem_minmax(0,1fr)]"
        >
          <span className="font-mono text-12 leading-5 [overflow-wrap:anywhere]">
            {hrefOf ? <TextLink href={hrefOf(type)}>{type}</TextLink> : <Code>{type}</Code>}
          </span>
          <span className="max-w-prose text-ink-muted">
            <Prose>{fires_when}</Prose>
          </span>
        </li>
      ))}
    </ul>
  );
}
