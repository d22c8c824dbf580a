import { fieldLabel } from "#components/disputes/reasons.ts";
import { Section } from "#components/ui/section.tsx";
import type { DisputeView } from "#lib/dashboard/views/disputes.ts";

/** The texts that were brought forward, as they were. */
export function EvidenceGiven({ dispute }: { dispute: DisputeView }) {
  const given = Object.entries(dispute.evidence);
  const wasHandedIn =
    dispute.status === "under_review" ||
    dispute.moves.some((move) => move.status === "under_review");
  const title = wasHandedIn || dispute.status === "won" ? "What you handed in" : "What was written";
  return (
    <Section title={title}>
      {given.length === 0 ? (
        <p className="text-14 text-ink-muted">Nothing.</p>
      ) : (
        <dl className="flex flex-col">
          {given.map(([name, text]) => (
            <div key={name} className="border-b border-line py-3 first:pt-0 last:border-b-0">
              <dt className="text-12 text-ink-faint">{fieldLabel(name)}</dt>
              <dd className="mt-1 max-w-prose text-14 [overflow-wrap:anywhere] whitespace-pre-wrap">
                {text}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}
