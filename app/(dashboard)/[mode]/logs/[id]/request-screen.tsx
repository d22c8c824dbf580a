"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { DataTable } from "#components/table/data-table.tsx";
import { durationText } from "#components/time/format.ts";
import { RealTime } from "#components/time/time-context.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { DefinitionList } from "#components/ui/definition-list.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { Timeline } from "#components/ui/timeline.tsx";
import type { RequestView } from "#lib/dashboard/views/requests.ts";
import { docsOfDecline, docsOfError } from "#lib/kernel/vocabulary/docs.ts";
import { useSession } from "../../../session.tsx";
import { DetailLoading } from "../../shared/detail-loading.tsx";
import { TimelineLink } from "../../shared/timeline-link.tsx";
import { useOrigin } from "../../shared/use-origin.ts";
import { HttpBody } from "../../webhooks/deliveries/[id]/http-parts.tsx";
import { CopyId, ObjectLink, objectHref } from "../../webhooks/object-link.tsx";
import { HttpStatus } from "../http-status.tsx";
import { requestRead } from "../log-reads.ts";
import { RequestName, SHORT_REQUEST_COLUMNS } from "../request-columns.tsx";
import { asCurl } from "../request-snippets.ts";
import { requestTimeline } from "./request-timeline.tsx";
import { refusalOf } from "./why-refused.ts";

/** One request: what was sent, the answer, the reason of an error, and everything that it caused. */
export function RequestScreen({ id }: { id: string }) {
  const { mode } = useSession();
  const query = useQuery(requestRead(mode, id));
  return (
    <QueryState query={query} what="The request" loading={<DetailLoading />}>
      {(request) => <Request request={request} />}
    </QueryState>
  );
}

function Request({ request }: { request: RequestView }) {
  const { mode } = useSession();
  const entries = requestTimeline(request, mode);
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Logs", href: `/${mode}/logs` }, { label: "Request" }]}
        title={<RequestName request={request} large />}
        beside={
          <>
            <HttpStatus status={request.status} label />
            <span className="text-13 text-ink-muted tabular-nums">
              in {durationText(request.durationMs)}
            </span>
          </>
        }
      />
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 pt-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
        <div className="flex min-w-0 flex-col gap-8">
          <Refused request={request} />
          <Answer request={request} />
          <Sent request={request} />
          {entries.length > 1 && (
            <Section title="Result" actions={<TimelineLink id={request.id} />}>
              <Timeline label="Everything it caused, newest first" entries={entries} />
            </Section>
          )}
          {request.sameKey.length > 0 && (
            <Section
              title="Other requests with this idempotency key"
              note="The same key and body are processed once; each repeat gets the first answer"
            >
              <RealTime>
                <DataTable
                  caption="Requests with this idempotency key, newest first"
                  columns={SHORT_REQUEST_COLUMNS}
                  rows={request.sameKey}
                  rowKey={(row) => row.id}
                  rowHref={(row) => `/${mode}/logs/${row.id}`}
                />
              </RealTime>
            </Section>
          )}
        </div>
        <RealTime>
          <RequestFacts request={request} />
        </RealTime>
      </div>
    </>
  );
}

function Refused({ request }: { request: RequestView }) {
  const refusal = refusalOf(request);
  if (!refusal) return null;
  const { code, decline, message, param, given, fix } = refusal;
  return (
    <Banner tone={request.status >= 500 ? "negative" : "warning"} title={message}>
      {param && (
        <p className="mt-1">
          Parameter <code className="font-mono text-12">{param}</code>
          {given !== null && (
            <>
              {" "}
              was sent as <code className="font-mono text-12">{given}</code>
            </>
          )}
        </p>
      )}
      <p className="mt-1">
        {fix}{" "}
        <TextLink inText href={docsOfError(code)}>
          About {code}
        </TextLink>
        {decline && (
          <>
            {" "}
            <TextLink inText href={docsOfDecline(decline)}>
              About {decline}
            </TextLink>
          </>
        )}
      </p>
    </Banner>
  );
}

function Answer({ request: { answer } }: { request: RequestView }) {
  const { mode } = useSession();
  return (
    <Section title="What was answered">
      {answer ? (
        <HttpBody
          title="Answer"
          note={answer.cut ? CUT : undefined}
          text={answer.text}
          bytes={answer.bytes}
          exactly="As sent"
          hrefOf={(id) => objectHref(mode, id)}
        />
      ) : (
        <p className="text-13 text-ink-muted">
          A file, written while it was sent. Files are not kept.
        </p>
      )}
    </Section>
  );
}

const CUT = "only the first part is kept";

function Sent({ request }: { request: RequestView }) {
  const { mode } = useSession();
  const origin = useOrigin();
  const { sent, method, path, idempotencyKey, version, key } = request;
  const curl = asCurl({
    method,
    path,
    origin,
    version,
    idempotencyKey,
    key: key?.hint ?? "sk_…",
    body: sent,
  });
  return (
    <Section title="What was sent" note="Without card data and secrets, which are replaced with …">
      <div className="flex flex-col gap-4">
        {sent ? (
          <HttpBody
            title={sent.isForm ? "Body, a form" : "Body"}
            note={sent.cut ? CUT : undefined}
            text={sent.text}
            bytes={sent.bytes}
            exactly="As kept"
            hrefOf={(id) => objectHref(mode, id)}
          />
        ) : (
          <p className="text-13 text-ink-muted">{whyNone(request)}</p>
        )}
        <CodeBlock title="Send again" snippets={[{ language: "curl", code: curl }]} wrap />
      </div>
    </Section>
  );
}

function whyNone({ method, sentBytes }: RequestView): string {
  if (sentBytes > 0) {
    return (
      `The body of ${sentBytes} bytes is not kept because it held card data, was longer than 16 KiB, or ` +
      "could not be parsed."
    );
  }
  if (method === "GET" || method === "HEAD") return "No body.";
  return "No body, or the request was refused before its body was read.";
}

/** Caller, address and credentials of a request. */
function RequestFacts({ request }: { request: RequestView }) {
  const { mode } = useSession();
  const { key, idempotencyKey, objectId, keyRecord } = request;
  const facts = [
    { term: "Request id", value: <CopyId id={request.id} what="request id" /> },
    { term: "Received", value: <Timestamp value={request.createdAt} form="full" focusable /> },
    { term: "Took", value: durationText(request.durationMs) },
    { term: "About", value: objectId && <ObjectLink id={objectId} /> },
    {
      term: "Key",
      value: key ? (
        <TextLink href={`/${mode}/keys/${key.id}`}>{key.name}</TextLink>
      ) : (
        "Dashboard's own key"
      ),
      hint: key && <code className="font-mono">{key.hint}</code>,
    },
    { term: "API version", value: request.version },
    {
      term: "Idempotency key",
      value: idempotencyKey && <code className="font-mono text-12">{idempotencyKey}</code>,
      hint: keyRecord?.expiresAt && (
        <>
          {keyRecord.state === "running" ? "The first call is still running" : "The answer is kept"}{" "}
          until <Timestamp value={keyRecord.expiresAt} />
        </>
      ),
    },
    {
      term: "Repeat",
      value: request.replayed
        ? "Yes: answered with the first answer, without doing the work again"
        : "No",
    },
    {
      term: "From",
      value: request.address && <code className="font-mono text-12">{request.address}</code>,
    },
    { term: "Client", value: request.userAgent },
    {
      term: "Call",
      value: request.route && <code className="font-mono text-12">{request.route}</code>,
    },
  ];
  return (
    <Section title="Facts">
      <DefinitionList facts={facts} />
    </Section>
  );
}
