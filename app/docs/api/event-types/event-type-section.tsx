import { JsonView } from "#components/ui/json-view.tsx";
import { Prose } from "../prose.tsx";
import type { EventEntry } from "../reference.ts";

/** One event type: when it is sent, its retries, and its body in every version. */
export function EventTypeSection({ event }: { event: EventEntry }) {
  const { type, fires_when, retry_minutes, examples = {} } = event;
  const newestFirst = Object.entries(examples).reverse();
  return (
    <section aria-labelledby={type} className="mt-10 border-t border-line pt-6">
      <h2 id={type} className="scroll-mt-6 font-mono text-16 font-semibold">
        {type}
      </h2>
      <p className="mt-2 max-w-prose text-14 text-ink-muted">
        <Prose>{fires_when}</Prose> Up to {retry_minutes.length + 1} delivery attempts: immediately,
        then after {spacingLabel(retry_minutes)}.
      </p>
      <div className="mt-4 flex min-w-0 flex-col gap-2">
        {newestFirst.map(([version, body], index) => (
          <details key={version} open={index === 0} data-older={index > 0 || undefined}>
            <summary className="w-fit cursor-pointer text-13 font-medium text-accent-ink tabular-nums">
              Body in {version}
            </summary>
            <div className="pt-2">
              <JsonView value={body} title={`${type} in ${version}`} />
            </div>
          </details>
        ))}
      </div>
    </section>
  );
}

function spacingLabel(minutes: readonly number[]): string {
  const label = minutes.map((each) => (each < 60 ? `${each} min` : `${each / 60} h`));
  return `${label.slice(0, -1).join(", ")} and ${label.at(-1)}`;
}
