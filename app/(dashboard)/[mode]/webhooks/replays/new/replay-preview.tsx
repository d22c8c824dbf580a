"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { outcomeLabel, plural } from "#components/format/delivery-labels.ts";
import { countText } from "#components/format/locale.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/cx.ts";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import { Section } from "#components/ui/section.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { ReplayPreviewView } from "#lib/dashboard/views/webhooks.ts";
import { useSession } from "../../../../session.tsx";
import { isAboutHooks, replayPreviewRead } from "../../hook-reads.ts";
import { HookUrl } from "../../hook-url.tsx";
import { isBackwards, type Params, type Range } from "../range.ts";
import { aboutSeconds, windowLabel } from "../replay-labels.ts";

const REFRESH_MS = 10_000;

/** The input that is missing for a preview, or null. */
function problemOf(params: Params, range: Range | null): string | null {
  if (params.statuses.length === 0)
    return "Choose which deliveries to send, for example failed ones.";
  if (params.types.length === 0) return "Choose at least one event.";
  if (!range) return "Choose a start.";
  if (isBackwards(range)) return "The end is before the start.";
  return null;
}

const previewRead = (mode: string, params: Params, range: Range | null) =>
  replayPreviewRead(mode, {
    from: range?.from ?? "",
    to: range?.to ?? "",
    endpoint: params.endpoints.join(","),
    type: params.types.join(","),
    status: params.statuses.join(","),
  });

type Props = { params: Params; range: Range | null; onIncludeHeld: () => void };

/** Number, types, endpoints and duration of a replay, and the button that starts it. */
export function ReplayPreview({ params, range, onIncludeHeld }: Props) {
  const { mode } = useSession();
  const router = useRouter();
  const queries = useQueryClient();
  const problem = problemOf(params, range);
  const query = useQuery({
    ...previewRead(mode, params, range),
    enabled: problem === null,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const start = useMutation({
    mutationFn: () =>
      client.post(
        "/:mode/replays",
        { mode },
        {
          from: range?.from ?? "",
          ...(range?.to ? { to: range.to } : {}),
          endpoints: params.endpoints,
          types: params.types,
          statuses: params.statuses,
        },
      ),
    onSuccess: ({ replayId }) => {
      void queries.invalidateQueries({ predicate: isAboutHooks });
      router.push(`/${mode}/webhooks/replays/${replayId}`);
    },
  });
  const error = start.error ?? query.error;
  const failure = problem ?? error?.message;
  const data = problem === null ? query.data : undefined;
  return (
    <Section title="Preview" className="lg:sticky lg:top-16 lg:self-start">
      <div className="flex flex-col gap-5" aria-live="polite">
        {problem && <Banner tone="info">{problem}</Banner>}
        {!problem && error && <ErrorBanner error={error} />}
        {data && range && (
          <div className={cx("flex flex-col gap-5", query.isPlaceholderData && "opacity-60")}>
            <Count preview={data} range={range} />
            {data.total > 0 ? (
              <Breakdown preview={data} />
            ) : (
              <HeldOffer params={params} range={range} onInclude={onIncludeHeld} />
            )}
          </div>
        )}
        {!data && !failure && <Skeleton className="h-32" />}
        {data && data.total > 0 && (
          <div className="flex flex-col gap-2">
            <Button
              variant="primary"
              size="large"
              icon={<RotateCw className="size-4" aria-hidden />}
              loading={start.isPending}
              disabled={query.isPlaceholderData || problem !== null}
              onClick={() => start.mutate()}
            >
              Replay {plural(data.total, "delivery")}
            </Button>
            <p className="text-12 text-ink-faint">
              Each endpoint gets five first. When they arrive, the rest follows, starting at ten per
              second. The replay pauses itself when failures rise.
            </p>
          </div>
        )}
      </div>
    </Section>
  );
}

type OfferProps = { params: Params; range: Range; onInclude: () => void };

/** For an empty selection: the number of held deliveries that it leaves out, and the button that includes them. */
function HeldOffer({ params, range, onInclude }: OfferProps) {
  const { mode } = useSession();
  const { data } = useQuery({
    ...previewRead(mode, { ...params, statuses: ["held"] }, range),
    enabled: !params.statuses.includes("held"),
  });
  if (!data || data.total === 0) return null;
  return (
    <Banner
      tone="info"
      title={`${plural(data.total, "delivery")} ${data.total === 1 ? "was" : "were"} never sent`}
      action={<Button onClick={onInclude}>Include {data.total === 1 ? "it" : "them"}</Button>}
    >
      Held while the endpoint was disabled.
    </Banner>
  );
}

function Count({ preview, range }: { preview: ReplayPreviewView; range: Range }) {
  const { zone, present } = useTimeFrame();
  const { total, estimatedSeconds } = preview;
  const to = range.to ?? present.toISOString();
  return (
    <div>
      <p className="text-28 font-semibold tabular-nums">{countText(total)}</p>
      <p className="text-13 text-ink-muted">
        {total === 1 ? "delivery" : "deliveries"} created {windowLabel(range.from, to, zone)}
        {range.to === null && " (now)"}
      </p>
      <p className="text-13 text-ink-muted">
        {total > 0
          ? `Takes ${aboutSeconds(estimatedSeconds)} if all goes well.`
          : "Nothing in this period is left to send. Deliveries that have arrived since are not counted."}
      </p>
    </div>
  );
}

function Breakdown({ preview }: { preview: ReplayPreviewView }) {
  return (
    <>
      {preview.byEndpoint.length > 1 && (
        <CountsTable
          title="By endpoint"
          rows={preview.byEndpoint.map(({ endpoint, total }) => ({
            key: endpoint.id,
            name: <HookUrl url={endpoint.url} />,
            total,
          }))}
        />
      )}
      <CountsTable
        title="By event"
        rows={preview.byType.map(({ type, total }) => ({
          key: type,
          name: <code className="font-mono text-12">{type}</code>,
          total,
        }))}
      />
      <Sample preview={preview} />
    </>
  );
}

type CountsRow = { key: string; name: React.ReactNode; total: number };

const MOST_ROWS = 6;

function CountsTable({ title, rows }: { title: string; rows: CountsRow[] }) {
  const rest = rows.slice(MOST_ROWS);
  return (
    <div>
      <h3 className="text-12 font-medium text-ink-faint">{title}</h3>
      <ul className="mt-1 flex flex-col gap-1 text-13">
        {rows.slice(0, MOST_ROWS).map(({ key, name, total }) => (
          <li key={key} className="flex items-baseline justify-between gap-4">
            <span className="min-w-0 truncate">{name}</span>
            <span className="tabular-nums">{countText(total)}</span>
          </li>
        ))}
        {rest.length > 0 && (
          <li className="flex items-baseline justify-between gap-4 text-ink-faint">
            <span>{rest.length} more</span>
            <span className="tabular-nums">
              {countText(rest.reduce((sum, { total }) => sum + total, 0))}
            </span>
          </li>
        )}
      </ul>
    </div>
  );
}

function Sample({ preview }: { preview: ReplayPreviewView }) {
  const { mode } = useSession();
  return (
    <div>
      <h3 className="text-12 font-medium text-ink-faint">The first to be sent</h3>
      <ul className="mt-1 flex flex-col divide-y divide-line text-13">
        {preview.sample.map((delivery) => (
          <li key={delivery.id} className="flex items-baseline justify-between gap-4 py-1.5">
            <span className="min-w-0">
              <TextLink href={`/${mode}/webhooks/deliveries/${delivery.id}`}>
                {delivery.type}
              </TextLink>
              <span className="block truncate text-12 text-ink-faint">
                {outcomeLabel({
                  responseStatus: delivery.responseStatus,
                  failureCause: delivery.cause,
                }) ?? "Never sent"}
              </span>
            </span>
            <span className="shrink-0 text-12 text-ink-muted">
              <Timestamp value={delivery.createdAt} form="list" />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
