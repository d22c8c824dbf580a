"use client";

import { answerLabel, bytesLabel, certificateEnds } from "#components/format/delivery-labels.ts";
import { durationText } from "#components/time/format.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { DefinitionList } from "#components/ui/definition-list.tsx";
import { Pre } from "#components/ui/pre.tsx";
import type { AttemptView } from "#lib/dashboard/views/webhooks.ts";
import { deliverySnippets, signedAt, signedString } from "../../delivery-snippets.ts";
import { HttpBody, HttpHeaders } from "./http-parts.tsx";
import { TimingBar } from "./timing-bar.tsx";

/** One attempt in full: request and response as they were sent. */
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

/** The secrets that signed it: two during a rotation. */
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
      <section className="flex flex-col gap-2" aria-label="Response">
        <h4 className="text-13 font-semibold">Response</h4>
        <p className="text-13 text-ink-muted">No status line was received.</p>
      </section>
    );
  const title = response?.encoding === "hex" ? "Body, in hexadecimal" : "Body";
  return (
    <section className="flex flex-col gap-2" aria-label="Response">
      <h4 className="text-13 font-semibold">Response</h4>
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

type AttemptProofProps = { attempt: AttemptView; endpointId: string };

/** The signed string, and programs that verify this attempt. */
function AttemptProof({ attempt, endpointId }: AttemptProofProps) {
  const { number, requestBody: body, requestHeaders, signedWith } = attempt;
  const signature = requestHeaders["Service-Signature"] ?? "";
  const time = signedAt(signature);
  if (time === null) return null;
  return (
    <>
      <figure
        aria-label="What was signed"
        className="min-w-0 overflow-hidden rounded-base border border-line bg-surface-sunken"
      >
        <figcaption className="flex h-9 items-center justify-between border-b border-line pr-1 pl-3">
          <span className="text-12 font-medium text-ink-muted">
            Signed string: time, a dot, the body as sent
          </span>
          <CopyButton text={signedString({ signature, body })} what="signed string" />
        </figcaption>
        <Pre label="Signed string" wrap>
          <span className="font-semibold text-code-figure">{time}</span>
          <span className="font-semibold">.</span>
          {body}
        </Pre>
      </figure>
      <section className="flex flex-col gap-2 pt-4" aria-label="Verify this in your code">
        <div>
          <h4 className="text-13 font-semibold">Verify this in your code</h4>
          <p className="text-12 text-ink-muted">
            Complete programs with the values of attempt {number}. If your result differs, compare
            the bytes that you sign with those above.
          </p>
        </div>
        <CodeBlock
          snippets={deliverySnippets({ endpointId, number, signedWith, signature, body })}
        />
      </section>
    </>
  );
}

/** The connected address and the server's certificate. */
function AttemptServer({ attempt }: { attempt: AttemptView }) {
  const { address, certificate, sentAt } = attempt;
  if (!address && !certificate) return null;
  const facts = [
    { term: "Address", value: address && <code className="font-mono text-12">{address}</code> },
    ...(certificate
      ? [
          {
            term: "Certificate",
            value: certificate.subject,
            hint: certificate.issuer ? `Issued by ${certificate.issuer}` : undefined,
          },
          {
            term: "Valid until",
            value: <Timestamp value={certificate.validTo} form="full" focusable />,
            hint: certificateEnds(certificate.validTo, Date.parse(sentAt)),
          },
        ]
      : []),
  ];
  return <DefinitionList facts={facts} />;
}
