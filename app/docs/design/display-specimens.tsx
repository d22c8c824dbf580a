"use client";

import { rateChange } from "#components/format/rates.ts";
import { Money } from "#components/money/money.tsx";
import { TimeProvider } from "#components/time/time-context.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { DefinitionList } from "#components/ui/definition-list.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { JsonView } from "#components/ui/json-view.tsx";
import { Progress } from "#components/ui/progress.tsx";
import { Rate } from "#components/ui/rate.tsx";
import { RateInfo } from "#components/ui/rate-info.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Stat } from "#components/ui/stat.tsx";
import { Badge, Status } from "#components/ui/status.tsx";
import { Timeline } from "#components/ui/timeline.tsx";
import {
  SPECIMEN_EVENT,
  SPECIMEN_NOW,
  SPECIMEN_SHARE,
  SPECIMEN_SHARE_BEFORE,
} from "./specimen-data.ts";

const STATUSES = ["succeeded", "processing", "requires_action", "retrying", "failed", "canceled"];

const CURL = `curl https://localhost:3000/v1/payments \\
  -H "Authorization: Bearer sk_test_…" \\
  -H "Idempotency-Key: order-1042" \\
  -d amount=1200 -d currency=EUR -d method=card \\
  -d payment_method=pm_test_4242424242424242`;

const NODE = `const payment = await paydesk.payments.create({
  amount: 1200, currency: "EUR", method: "card",
  payment_method: "pm_test_4242424242424242",
}, { idempotencyKey: "order-1042" });`;

const SNIPPETS = [
  { language: "curl", code: CURL },
  { language: "Node", code: NODE },
];

const ATTEMPTS = [
  { id: "3", tone: "positive", title: "Attempt 3 delivered, 200 in 84 ms", at: "09:44:02" },
  {
    id: "2",
    tone: "negative",
    title: "Attempt 2 failed, 503 in 1.2 s",
    at: "09:39:01",
    detail: "The next attempt followed after 5 minutes.",
  },
  { id: "1", tone: "negative", title: "Attempt 1 failed, no answer in 10 s", at: "09:38:00" },
] as const;

export function DisplaySpecimens() {
  return (
    <TimeProvider zone="Europe/Berlin" renderedAt={SPECIMEN_NOW}>
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-2">
        <Facts />
        <Notices />
        <CodeBlock snippets={SNIPPETS} title="Create a payment" />
        <JsonView value={SPECIMEN_EVENT} title="Event" />
        <Timeline label="Attempts" entries={ATTEMPTS} />
        <div className="flex flex-col gap-3">
          <Progress
            label="Replaying"
            value={412}
            max={1200}
            detail="412 of 1,200 · 10/s · about 80 s left"
          />
          <Skeleton className="w-3/5" />
          <Skeleton className="w-2/5" />
        </div>
        <EmptyState title="No payments yet" teach={<CodeBlock snippets={SNIPPETS} />}>
          Your first payment will appear here.
        </EmptyState>
        <ErrorState
          title="The payments could not be loaded"
          requestId="req_01KP0XW4T8Q2"
          onRetry={() => undefined}
        >
          The database did not respond in time. No data was lost. Try again shortly.
        </ErrorState>
      </div>
    </TimeProvider>
  );
}

function Facts() {
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <div className="grid gap-6 sm:grid-cols-2">
        <Stat
          label="Volume, 30 days"
          value={<Money amount="5523400" currency="EUR" large />}
          change={{ text: "+8.4 % vs previous 30 days", good: true }}
        />
        <Stat
          label={
            <>
              Approval rate <RateInfo rate="approval-rate" />
            </>
          }
          value={<Rate share={SPECIMEN_SHARE} />}
          change={rateChange(SPECIMEN_SHARE, SPECIMEN_SHARE_BEFORE, "previous 30 days")}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        {STATUSES.map((status) => (
          <Status key={status} status={status} />
        ))}
        <Badge>Restricted</Badge>
      </div>
      <DefinitionList
        facts={[
          {
            term: "Payment",
            value: <ShortId id="pay_01KP0XW4T8Q2N9V3Z7F1" what="payment id" whole />,
          },
          { term: "Amount", value: <Money amount="-129050" currency="EUR" /> },
          { term: "Created", value: <Timestamp value="2026-04-12T09:38:12Z" focusable /> },
          {
            term: "Settled",
            value: <Timestamp value="2026-04-02T07:10:00Z" form="full" focusable />,
          },
          { term: "Description", value: null },
        ]}
      />
    </div>
  );
}

function Notices() {
  return (
    <div className="flex flex-col gap-3">
      <Banner tone="info">This endpoint receives events in version 2025-10-01.</Banner>
      <Banner tone="positive">All 1,200 deliveries were replayed.</Banner>
      <Banner tone="warning" title="Failing for 41 hours">
        It will be disabled after 72 hours. The last response was 503.
      </Banner>
      <Banner tone="negative">At most 117.00 EUR can still be refunded.</Banner>
    </div>
  );
}
