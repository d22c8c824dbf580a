"use client";

import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/cx.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Badge } from "#components/ui/status.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { client, read, readsUnder } from "#lib/dashboard/client.ts";
import type { InboxItemView, InboxView } from "#lib/dashboard/views/alerts.ts";
import { useSession } from "../../session.tsx";

type Props = {
  /** Called when a link leaves for another screen. */
  onLeave: () => void;
};

/** The person's alerts, newest first: what happened, why it is told, and where to act. Loaded when the bell is pressed. */
export function AlertList({ onLeave }: Props) {
  const { mode } = useSession();
  const query = useInfiniteQuery({
    queryKey: read("/:mode/alerts", { mode }).queryKey,
    queryFn: ({ pageParam }) => client.get("/:mode/alerts", { mode }, { before: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: InboxView) => page.older,
  });
  const mark = useMarkRead();
  const unread = query.data?.pages[0]?.unread ?? 0;
  return (
    <>
      <div className="mb-2 flex min-h-7 items-center justify-between gap-3">
        <p className="text-13 font-semibold" aria-hidden>
          Alerts
        </p>
        {unread > 0 && (
          <Button size="small" variant="quiet" onClick={() => mark.mutate(undefined)}>
            Mark all as read
          </Button>
        )}
      </div>
      <QueryState query={query} what="Your alerts" loading={<Skeleton className="h-24" />}>
        {({ pages }) => (
          <Rows
            alerts={pages.flatMap((page) => page.alerts)}
            onRead={(id) => mark.mutate([id])}
            onLeave={onLeave}
          />
        )}
      </QueryState>
      <div className="mt-2 flex items-center justify-between gap-3 border-t border-line pt-2">
        <TextLink className="text-13" href={`/${mode}/settings/alerts`} onClick={onLeave}>
          Rules and quiet hours
        </TextLink>
        {query.hasNextPage && (
          <Button
            size="small"
            variant="quiet"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show older
          </Button>
        )}
      </div>
    </>
  );
}

function Rows({
  alerts,
  onRead,
  onLeave,
}: Props & { alerts: readonly InboxItemView[]; onRead: (id: string) => void }) {
  if (alerts.length === 0) {
    return (
      <p className="py-3 text-13 text-ink-muted">
        Nothing yet. Alerts of the rules that name you appear here, for example when a payout is
        returned or a dispute needs an answer.
      </p>
    );
  }
  return (
    <ul aria-label="Alerts" className="-mx-3 max-h-[min(26rem,60dvh)] overflow-y-auto">
      {alerts.map((alert) => (
        <Row key={alert.id} alert={alert} onRead={onRead} onLeave={onLeave} />
      ))}
    </ul>
  );
}

function Row({
  alert,
  onRead,
  onLeave,
}: Props & { alert: InboxItemView; onRead: (id: string) => void }) {
  const { mode } = useSession();
  const { id, title, why, path, action, at, isOpen, isRead } = alert;
  return (
    <li className={cx("border-t border-line px-3 py-2.5", !isRead && "bg-accent-soft/50")}>
      <div className="flex items-start justify-between gap-3">
        <p className={cx("min-w-0 text-13 [overflow-wrap:anywhere]", !isRead && "font-medium")}>
          {!isRead && <span className="sr-only">Unread: </span>}
          {title}
        </p>
        <span className="shrink-0 text-12 text-ink-faint">
          <Timestamp value={at} form="list" />
        </span>
      </div>
      <p
        className="mt-0.5 line-clamp-3 text-12 text-ink-muted [overflow-wrap:anywhere]"
        title={why}
      >
        {why}
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-12">
        <TextLink
          href={`/${mode}/${path}`}
          onClick={() => {
            if (!isRead) onRead(id);
            onLeave();
          }}
        >
          {action}
        </TextLink>
        {!isRead && (
          <button
            type="button"
            className="rounded-small text-ink-muted hover:text-ink hover:underline"
            onClick={() => onRead(id)}
          >
            Mark as read
          </button>
        )}
        {isOpen !== null && (
          <Badge tone={isOpen ? "warning" : "neutral"}>{isOpen ? "Open" : "Over"}</Badge>
        )}
      </div>
    </li>
  );
}

/** Marks alerts as read; all without ids. */
function useMarkRead() {
  const { mode } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[] | undefined) =>
      client.post("/:mode/alerts/read", { mode }, ids ? { ids } : {}),
    onSettled: () => queries.invalidateQueries(readsUnder(`/${mode}/alerts`)),
  });
}
