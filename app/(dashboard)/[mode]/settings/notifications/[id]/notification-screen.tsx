"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { DefinitionList } from "#components/ui/definition-list.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { Status } from "#components/ui/status.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { NotificationView } from "#lib/dashboard/views/account.ts";
import { useSession } from "../../../../session.tsx";
import { DetailLoading } from "../../../shared/detail-loading.tsx";
import { useOrigin } from "../../../shared/use-origin.ts";

/** One message with its text and delivery. */
export function NotificationScreen({ id }: { id: string }) {
  const query = useQuery(read("/notifications/:id", { id }));
  return (
    <QueryState query={query} what="The notification" loading={<DetailLoading />}>
      {(notification) => <Notification notification={notification} />}
    </QueryState>
  );
}

function Notification({ notification }: { notification: NotificationView }) {
  const { mode } = useSession();
  const { subject, status, text } = notification;
  return (
    <>
      <PageHeader
        crumbs={[
          { label: "Notifications", href: `/${mode}/settings/notifications` },
          { label: "Message" },
        ]}
        title={subject}
        beside={<Status status={status} />}
      />
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <SendFailure notification={notification} />
          <article
            aria-label="Text of the message"
            className="max-w-prose rounded-base border border-line bg-surface-raised p-5 text-14 [overflow-wrap:anywhere] whitespace-pre-wrap"
          >
            <Linked text={text} />
          </article>
        </div>
        <Facts notification={notification} />
      </div>
    </>
  );
}

/** The text, with addresses of this dashboard as links. */
function Linked({ text }: { text: string }) {
  const origin = useOrigin();
  return text.split(/(https?:\/\/\S+)/).map((part, index) => {
    const isOurs = part.startsWith(`${origin}/`);
    return isOurs ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text that is shown never changes.
      <TextLink key={index} inText href={part.slice(origin.length)}>
        {part}
      </TextLink>
    ) : (
      part
    );
  });
}

function SendFailure({ notification: { status, lastError, nextAttemptAt } }: Shown) {
  if (!lastError) return null;
  return (
    <Banner
      tone={status === "failed" ? "negative" : "warning"}
      title={
        status === "failed" ? "It could not be sent" : "The mail server has not accepted it yet"
      }
    >
      Its answer: {lastError}
      {nextAttemptAt && (
        <>
          {" "}
          Next attempt <Timestamp value={nextAttemptAt} form="short" />.
        </>
      )}
    </Banner>
  );
}

type Shown = { notification: NotificationView };

function Facts({ notification }: Shown) {
  const { id, recipient, mode, attempts, createdAt, sentAt } = notification;
  return (
    <Section title="Facts">
      <DefinitionList
        facts={[
          { term: "To", value: recipient },
          { term: "Mode", value: mode ?? "Both" },
          { term: "Created", value: <Timestamp value={createdAt} form="full" focusable /> },
          { term: "Sent", value: sentAt && <Timestamp value={sentAt} form="full" focusable /> },
          { term: "Attempts", value: attempts > 0 ? String(attempts) : null },
          { term: "Id", value: <ShortId id={id} what="message id" whole /> },
        ]}
      />
    </Section>
  );
}
