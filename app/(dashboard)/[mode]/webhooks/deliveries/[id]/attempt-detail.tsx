"use client";

import { answerLabel, bytesLabel } from "#components/format/delivery-labels.ts";
import { durationText } from "#components/time/format.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import type { AttemptView } from "#lib/dashboard/views/webhooks.ts";
import { AttemptProof } from "./attempt-proof.tsx";
import { AttemptServer } from "./attempt-server.tsx";
import { HttpBody, HttpHeaders } from "./http-parts.tsx";
import { TimingBar } from "./timing-bar.tsx";

/** One HTTP call, whole: what came back and what was sent, as they were on the wire. */
export function AttemptDetail(props: {
  attempt: AttemptView;
  endpoint: { id: string; url: string };
  explained: boolean;
}) {
  const { attempt, endpoint, explained } = props;
  const { number, failure, responseStatus, sentAt, durationMs } = attempt;
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <div className="flex flex-col gap-3">
        <div>
          <h3 className="text-16 font-semibold">{answerLabel(responseStatus, failure?.cause)}</h3>
          <p className="text-13 text-ink-muted tabular-nums">
            Attempt {number}, <Timestamp value={sentAt} form="full" focusable />, took{" "}
            {durationText(durationMs)}
          </p>
          {failure && explained && (
            <p className="mt-2 max-w-prose text-13">
              {failure.message} <span className="text-ink-muted">{failure.fix}</span>
            </p>
          )}
        </div>
        <TimingBar attempt={attempt} />
        <AttemptServer attempt={attempt} />
      </div>
      <Response attempt={attempt} />
      <section className="flex flex-col gap-2" aria-label="What was sent">
        <h4 className="text-13 font-semibold">What was sent</h4>
        <SignedWith attempt={attempt} />
        <HttpHeaders
          title="Request"
          first={`POST ${endpoint.url}`}
          headers={attempt.requestHeaders}
        />
        <HttpBody
          title="Body"
          note={`version ${attempt.version}`}
          text={attempt.requestBody}
          exactly="As sent"
          bytes={new TextEncoder().encode(attempt.requestBody).length}
        />
        <AttemptProof attempt={attempt} endpointId={endpoint.id} />
      </section>
    </div>
  );
}

/** Which secrets signed it: two during a rotation. */
function SignedWith({ attempt: { signedWith } }: { attempt: AttemptView }) {
  if (!signedWith) return null;
  return (
    <p className="text-13 text-ink-muted">
      Signed with{" "}
      {signedWith.map((hint, index) => (
        <span key={hint}>
          {index > 0 && " and, during the rotation, "}
          <code className="font-mono text-12 text-ink">whsec_…{hint}</code>
        </span>
      ))}
    </p>
  );
}

function Response({ attempt }: { attempt: AttemptView }) {
  const { responseStatus, responseHeaders, response, responseTruncated, failure } = attempt;
  if (responseStatus === null)
    return (
      <section className="flex flex-col gap-2" aria-label="What came back">
        <h4 className="text-13 font-semibold">What came back</h4>
        <p className="text-13 text-ink-muted">Nothing: no status line was received.</p>
      </section>
    );
  const title = response?.encoding === "hex" ? "Body, in hexadecimal" : "Body";
  return (
    <section className="flex flex-col gap-2" aria-label="What came back">
      <h4 className="text-13 font-semibold">What came back</h4>
      <HttpHeaders
        title="Response"
        first={answerLabel(responseStatus, failure?.cause)}
        headers={responseHeaders ?? {}}
      />
      {response && response.bytes > 0 ? (
        <HttpBody
          title={title}
          note={responseTruncated ? `cut after ${bytesLabel(response.bytes)}` : undefined}
          text={response.content}
          exactly="As received"
          bytes={response.bytes}
        />
      ) : (
        <p className="text-13 text-ink-muted">No body.</p>
      )}
    </section>
  );
}
