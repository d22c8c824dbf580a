import type { ReactNode } from "react";
import { Code, Prose } from "../prose.tsx";
import type { Addition, Change, Correction } from "../reference.ts";

/** One change of the changelog, as in the documentation and on the Versions screen. The text comes from the
 *  module that produces the previous shape. */
export function ChangeEntry(props: {
  change: Change;
  heading?: "h3" | "h4";
  /** Title and description only, where the fields are shown elsewhere. */
  brief?: boolean;
  children?: ReactNode;
}) {
  const { change, heading: Heading = "h3", brief, children } = props;
  const { title, description } = change;
  return (
    <div className="max-w-prose">
      <Heading className="text-14 font-semibold">{title}</Heading>
      <p className="mt-1 text-14 text-ink-muted">
        <Prose>{description}</Prose>
      </p>
      {!brief && <Fields change={change} />}
      {children}
    </div>
  );
}

/** One addition of the changelog. */
export function AdditionEntry({ addition }: { addition: Addition }) {
  const { date, title, description } = addition;
  return (
    <div className="max-w-prose">
      <h3 className="text-14 font-semibold">{title}</h3>
      <p className="mt-1 text-14 text-ink-muted">
        <Prose>{description}</Prose>
      </p>
      <p className="mt-2 text-12 text-ink-faint">
        Added on <time dateTime={date}>{date}</time> in every version.
      </p>
    </div>
  );
}

/** One correction of the changelog. */
export function CorrectionEntry(props: { correction: Correction; heading?: "h3" | "h4" }) {
  const { correction, heading: Heading = "h3" } = props;
  const { date, title, description, affects } = correction;
  return (
    <div className="max-w-prose">
      <Heading className="text-14 font-semibold">{title}</Heading>
      <p className="mt-1 text-14 text-ink-muted">
        <Prose>{description}</Prose>
      </p>
      <p className="mt-2 text-12 text-ink-faint">
        Corrected on <time dateTime={date}>{date}</time> in every version. <Affected {...affects} />
      </p>
    </div>
  );
}

/** Objects, calls and deliveries that a change or correction affects, in words. */
function Affected(props: Change["affects"] & { what?: "parameters" | "calls" }) {
  const { objects, requests, deliveries, what = "parameters" } = props;
  const calls = requests.map(plain).join(", ");
  const parts = [
    objects.length > 0 && `${objects.map(plain).join(", ")} in responses and events`,
    requests.length > 0 && (what === "calls" ? calls : `the parameters of ${calls}`),
    deliveries && "the body of every delivery",
  ].filter((part) => typeof part === "string");
  return <>Affects {parts.join(", and ")}</>;
}

function Fields({ change: { fields, affects } }: { change: Change }) {
  return (
    <>
      {fields.length > 0 && (
        <ul className="mt-2 flex flex-col gap-1 text-13">
          {fields.map(({ before, after }) => (
            <li key={`${before} ${after}`} className="flex flex-wrap items-baseline gap-x-2">
              <Name field={before} none="new" />
              {before === after ? (
                <span className="text-ink-faint">has other values</span>
              ) : (
                <>
                  <span aria-hidden className="text-ink-faint">
                    →
                  </span>
                  <span className="sr-only">became</span>
                  <Name field={after} none="gone" />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 text-12 text-ink-faint">
        <Affected {...affects} what={fields.length > 0 ? "parameters" : "calls"} />
      </p>
    </>
  );
}

const plain = (name: string) => name.replaceAll("_", " ");

function Name({ field, none }: { field: string | null; none: string }) {
  return field === null ? <span className="text-ink-faint">{none}</span> : <Code>{field}</Code>;
}
