import type { Metadata } from "next";
import { Prose } from "../prose.tsx";
import { VERSION, VERSIONS } from "../reference.ts";
import { AdditionEntry, ChangeEntry, CorrectionEntry } from "./change-entry.tsx";

export const metadata: Metadata = { title: "Versions · API" };

const INTRODUCTION =
  "A version is a date. Your account is pinned to the version that was newest when it was created; " +
  "the `Service-Version` header overrides the pin for one request, and every response names its " +
  "version. Events are rendered in the version pinned on the endpoint that receives them. " +
  "A released version never changes its behaviour, and is supported for at least 24 months after " +
  "its successor is released.";

const ADDITIONS =
  "New fields, parameters and event types, in every version from the date shown. Code that ignores unknown " +
  "fields keeps working.";

const CORRECTIONS =
  "A correction repairs a fault: the API did not do what this documentation promised. It applies to " +
  "every version from the date shown.";

export default function VersionsPage() {
  const newestFirst = [...VERSIONS.released].reverse();
  return (
    <>
      <h1 className="text-28 font-semibold">Versions</h1>
      <p className="mt-2 max-w-prose text-14 text-ink-muted">
        <Prose>{INTRODUCTION}</Prose>
      </p>
      {VERSIONS.additions.length > 0 && <Additions />}
      {VERSIONS.corrections.length > 0 && <Corrections />}
      {newestFirst.map((version) => {
        const changes = VERSIONS.changes.filter(({ date }) => date === version);
        return (
          <section
            key={version}
            aria-labelledby={`v${version}`}
            className="mt-8 border-t border-line pt-5"
          >
            <h2 id={`v${version}`} className="text-20 font-semibold tabular-nums">
              {version}
              {version === VERSION && (
                <span className="ml-2 align-middle text-12 font-medium text-positive-ink">
                  newest
                </span>
              )}
            </h2>
            {changes.length === 0 && (
              <p className="mt-2 text-14 text-ink-muted">The first release.</p>
            )}
            <Support version={version} />
            {changes.map((change) => (
              <div key={change.title} className="mt-4">
                <ChangeEntry change={change} />
              </div>
            ))}
          </section>
        );
      })}
    </>
  );
}

function Additions() {
  return (
    <section aria-labelledby="additions" className="mt-8 border-t border-line pt-5">
      <h2 id="additions" className="text-20 font-semibold">
        Additions
      </h2>
      <p className="mt-2 max-w-prose text-14 text-ink-muted">{ADDITIONS}</p>
      {VERSIONS.additions.map((addition) => (
        <div key={addition.title} className="mt-4">
          <AdditionEntry addition={addition} />
        </div>
      ))}
    </section>
  );
}

function Corrections() {
  return (
    <section aria-labelledby="corrections" className="mt-8 border-t border-line pt-5">
      <h2 id="corrections" className="text-20 font-semibold">
        Corrections
      </h2>
      <p className="mt-2 max-w-prose text-14 text-ink-muted">{CORRECTIONS}</p>
      {VERSIONS.corrections.map((correction) => (
        <div key={correction.name} className="mt-4">
          <CorrectionEntry correction={correction} />
        </div>
      ))}
    </section>
  );
}

/** How long a version is supported: the announced end, or the guaranteed minimum. */
function Support({ version }: { version: string }) {
  const end = VERSIONS.ends[version];
  const promised = VERSIONS.supported_until[version];
  if (end) {
    return (
      <p className="mt-1 text-13 text-warning-ink">
        Support ends on {end.ends}, as announced on {end.announced}
      </p>
    );
  }
  if (!promised) return null;
  return <p className="mt-1 text-13 text-ink-faint">Supported until at least {promised}</p>;
}
