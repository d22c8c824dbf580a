import type { Metadata } from "next";
import { Prose } from "../prose.tsx";
import { VERSION, VERSIONS } from "../reference.ts";
import { ChangeEntry } from "./change-entry.tsx";

export const metadata: Metadata = { title: "Versions · API" };

const INTRODUCTION =
  "A version is a date. Your account is pinned to the version that was newest when it was created; " +
  "the `Service-Version` header overrides the pin for one request, and every answer says which " +
  "version it is in. Events are rendered in the version pinned on the endpoint that receives them. " +
  "What a released version does never changes, and it stays callable for at least 24 months after " +
  "its successor.";

export default function VersionsPage() {
  const newestFirst = [...VERSIONS.released].reverse();
  return (
    <>
      <h1 className="text-28 font-semibold">Versions</h1>
      <p className="mt-2 max-w-prose text-14 text-ink-muted">
        <Prose>{INTRODUCTION}</Prose>
      </p>
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

/** How long it can be called: its end where that is announced, else what is promised. */
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
  return <p className="mt-1 text-13 text-ink-faint">Can be called until {promised} at least</p>;
}
