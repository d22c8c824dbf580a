"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { countText } from "#components/format/locale.ts";
import { moneyText } from "#components/money/money.tsx";
import { REFUSAL_WORDS } from "#components/payments/retry-words.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { client, read, readsUnder } from "#lib/dashboard/client.ts";
import type { RetryPreviewView } from "#lib/dashboard/views/retries.ts";
import { useSession } from "../../session.tsx";
import { useAttempt } from "../shared/use-attempt.ts";

/** Filters of the payments list, as in its address. */
export type RetryFilter = Readonly<Record<string, string>>;

type Props = { filter: RetryFilter; open: boolean; onOpenChange: (open: boolean) => void };
type Totals = RetryPreviewView["retryable"];

const countOf = (totals: Totals) => totals.reduce((sum, { count }) => sum + count, 0);
const figure = (count: number) => countText(count);
const payments = (count: number) => `${figure(count)} ${count === 1 ? "payment" : "payments"}`;
const amountsOf = (totals: Totals) =>
  totals.map(({ amount, currency }) => moneyText(amount, currency)).join(", ");

/** Says how many declined payments are retried, how much, and what is not retried and why; then starts the job. */
export function RetryDialog({ filter, open, onOpenChange }: Props) {
  const { mode } = useSession();
  const router = useRouter();
  const queries = useQueryClient();
  const once = useAttempt();
  const query = useQuery({
    ...read("/:mode/payment-retries/preview", { mode }, filter),
    // The counts at the time of the question.
    staleTime: 0,
    enabled: open,
  });
  const start = useMutation({
    mutationFn: () =>
      once(filter, (attempt) =>
        client.post("/:mode/payment-retries", { mode }, { filter, attempt }),
      ),
    onSuccess: async ({ jobId }) => {
      await queries.invalidateQueries(readsUnder(`/${mode}/`));
      onOpenChange(false);
      router.push(`/${mode}/payments/retries/${jobId}`);
    },
  });
  const count = query.data ? countOf(query.data.retryable) : 0;
  return (
    <FormDialog
      title="Retry soft declines"
      description="Declined payments of the last 7 days that match the present filter, charged again without the payer."
      verb={count > 0 ? `Retry ${payments(count)}` : "Retry"}
      ready={count > 0 && !query.isFetching}
      open={open}
      onOpenChange={onOpenChange}
      submit={{ ...start, mutate: () => start.mutate() }}
    >
      {query.error && <ErrorBanner error={query.error} />}
      {!query.error && !query.data && <Skeleton className="h-24 w-full" />}
      {query.data && <Preview preview={query.data} />}
    </FormDialog>
  );
}

function Preview({ preview }: { preview: RetryPreviewView }) {
  const { mode } = useSession();
  const { checked, hasMore, retryable, refused, latest } = preview;
  const count = countOf(retryable);
  return (
    <>
      <p className="text-14">
        {count > 0 ? (
          <>
            <span className="font-semibold">
              {payments(count)}, {amountsOf(retryable)}
            </span>{" "}
            of {figure(checked)} declined {count === 1 ? "is" : "are"} retried now, under the
            payers' mandates.
          </>
        ) : checked > 0 ? (
          `None of ${figure(checked)} declined ${checked === 1 ? "payment" : "payments"} can be retried.`
        ) : (
          "No payment that matches was declined in the last 7 days."
        )}
        {hasMore && " There are more; the newest are taken."}
      </p>
      {refused.length > 0 && (
        <div>
          <h3 className="text-13 font-medium">Not retried</h3>
          <ul className="mt-1 flex flex-col gap-1 text-13 text-ink-muted">
            {refused.map(({ refusal, totals }) => (
              <li key={refusal}>
                <span className="tabular-nums">{figure(countOf(totals))}</span>{" "}
                {REFUSAL_WORDS[refusal]}{" "}
                <span className="text-ink-faint tabular-nums">({amountsOf(totals)})</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {latest && (
        <p className="text-13 text-ink-muted">
          <TextLink inText href={`/${mode}/payments/retries/${latest.id}`}>
            {latest.status === "running" ? "Retries are running" : "Last retries"}
          </TextLink>
          : started <Timestamp value={latest.createdAt} form="short" />
        </p>
      )}
    </>
  );
}
