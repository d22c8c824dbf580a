import type { Document } from "./document.ts";

/** The events of payments are those of bank payments too, which the document does not say. */
const alsoHeld = (type: string): string[] => (type.startsWith("payment.") ? ["bank_payment"] : []);

/** The versions whose deliveries have `object`, as a type. */
function namesObject(document: Document): string {
  const { examples = {} } = document["x-events"].find(({ examples }) => examples) ?? {};
  const versions = Object.entries(examples).filter(([, body]) => "object" in body);
  return versions.map(([version]) => JSON.stringify(version)).join(" | ");
}

/** `events.ts`: the types of events, each with the object that it holds. */
export function eventsFile(document: Document): string {
  const events = document["x-events"];
  const rows = events
    .map(({ type, object, objects: held = [object], fires_when }) => {
      const objects = [...new Set([...held, ...alsoHeld(type)])]
        .map((name) => JSON.stringify(name))
        .join(" | ");
      return `  /** ${fires_when} */\n  ${JSON.stringify(type)}: ${objects};\n`;
    })
    .join("");
  const names = events.map(({ type }) => `  ${JSON.stringify(type)},\n`).join("");
  return `import type { NewestVersion, Version, Worlds } from "./versions.ts";

/** The object in each type of event. */
export interface EventObjects {
${rows}}

export type EventType = keyof EventObjects;

/** Every type of event. */
export const EVENT_TYPES: readonly EventType[] = [
${names}];

/** One type of event in one version. */
export type EventOf<T extends EventType, V extends Version = NewestVersion> = EventFields<T, V> &
  (V extends ${namesObject(document)} ? { object: "event" } : { object?: "event" });

/** An event without \`object\`, which deliveries of earlier versions do not have. */
export interface EventFields<T extends EventType, V extends Version> {
  id: string;
  type: T;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** API version that \`data\` is rendered in */
  version: string;
  livemode: boolean;
  /** The complete object, as it was when the event was created */
  data: Worlds[V]["objects"][EventObjects[T]];
}

/** A state change of an object. Narrow it by \`type\`: \`data\` is then the object of that type. */
export type PaydeskEvent<V extends Version = NewestVersion> = {
  [T in EventType]: EventOf<T, V>;
}[EventType];
`;
}
