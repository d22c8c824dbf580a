import type { Metadata } from "next";
import { Fields } from "../fields.tsx";
import { Code, Prose } from "../prose.tsx";
import { EVENTS } from "../reference.ts";
import { EventTypeSection } from "./event-type-section.tsx";

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
    type: { type: "string", description: "One of the types below" },
    created: { type: "string", description: "UTC, ISO 8601" },
    version: { type: "string", description: "The API version of `data`" },
    livemode: { type: "boolean", description: "True in live mode" },
    data: { type: "object", description: "The object that changed" },
  },
};

const emitted = EVENTS.filter((event) => event.emitted);
const toCome = EVENTS.filter((event) => !event.emitted);

/** All event types, from the OpenAPI document. */
export default function EventTypesPage() {
  return (
    <>
      <h1 className="text-28 font-semibold">Event types</h1>
      <p className="mt-2 max-w-prose text-14 text-ink-muted">
        <Prose>{INTRODUCTION}</Prose>
      </p>
      <h2 className="mt-8 text-20 font-semibold">The envelope</h2>
      <div className="max-w-prose">
        <Fields schema={ENVELOPE} />
      </div>
      {emitted.map((event) => (
        <EventTypeSection key={event.type} event={event} />
      ))}
      <section aria-labelledby="to-come" className="mt-10 border-t border-line pt-6">
        <h2 id="to-come" className="text-20 font-semibold">
          Planned event types
        </h2>
        <p className="mt-2 max-w-prose text-14 text-ink-muted">
          These events are not sent yet. You can subscribe to them and send test events, which carry
          a small sample object.
        </p>
        <ul className="mt-3 max-w-prose text-13">
          {toCome.map(({ type, fires_when }) => (
            <li
              key={type}
              className="grid gap-x-4 border-b border-line py-2 sm:grid-cols-[14rem_1fr]"
            >
              <span>
                <Code>{type}</Code>
              </span>
              <span className="text-ink-muted">
                <Prose>{fires_when}</Prose>
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
