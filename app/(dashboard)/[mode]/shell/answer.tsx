"use client";

import { durationText } from "#components/time/format.ts";
import { JsonView } from "#components/ui/json-view.tsx";
import { Section } from "#components/ui/section.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { ShellAnswerView } from "#lib/dashboard/views/requests.ts";
import { useSession } from "../../session.tsx";
import { HttpStatus } from "../logs/http-status.tsx";
import { objectHref } from "../webhooks/object-link.tsx";

/** The answer of a call. Ids in it link to their pages. */
export function Answer({ answer, busy }: { answer: ShellAnswerView | null; busy: boolean }) {
  return (
    <Section title="Answer">
      <div role="status" aria-busy={busy}>
        {busy && !answer ? (
          <Skeleton className="h-40" />
        ) : answer ? (
          <AnswerDetail answer={answer} />
        ) : (
          <p className="py-6 text-13 text-ink-muted">Send the call to see its answer here.</p>
        )}
      </div>
    </Section>
  );
}

/** Status, time and body of an answer. */
export function AnswerDetail({ answer }: { answer: ShellAnswerView }) {
  const { mode } = useSession();
  const { status, durationMs, requestId, version, replayed, contentType, cut } = answer;
  const facts = [
    `in ${durationText(durationMs)}`,
    version && `version ${version}`,
    replayed && "repeated first answer of this key",
  ];
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-ink-muted tabular-nums">
        <HttpStatus status={status} label />
        <span>{facts.filter(Boolean).join(" · ")}</span>
        {requestId && (
          <TextLink href={`/${mode}/logs/${requestId}`}>Open this request in the log</TextLink>
        )}
      </p>
      <JsonView
        title={[contentType, cut && "only the first part"].filter(Boolean).join(" · ")}
        value={parsed(answer)}
        hrefOf={(id) => objectHref(mode, id)}
      />
    </div>
  );
}

/** JSON is indented; anything else is shown as received. */
function parsed({ body, contentType }: ShellAnswerView): unknown {
  if (!contentType.includes("json")) return body;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
