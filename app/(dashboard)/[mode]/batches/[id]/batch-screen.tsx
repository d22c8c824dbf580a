"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { countText } from "#components/format/locale.ts";
import { Money } from "#components/money/money.tsx";
import { countOf, formatName, shownStatus } from "#components/payouts/labels.ts";
import { usualColumns } from "#components/table/columns.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Progress } from "#components/ui/progress.tsx";
import { Section } from "#components/ui/section.tsx";
import { Stat } from "#components/ui/stat.tsx";
import { Status } from "#components/ui/status.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { BatchPageView } from "#lib/dashboard/views/payouts.ts";
import { useSession } from "../../../session.tsx";
import { ApprovalBanner } from "../../approvals/approval-banner.tsx";
import { PAYOUT_COLUMNS } from "../../payouts/payout-columns.tsx";
import { DetailLoading } from "../../shared/detail-loading.tsx";
import { ObjectJson } from "../../shared/object-json.tsx";
import { BatchErrors } from "../batch-errors.tsx";

const COLUMNS = usualColumns(PAYOUT_COLUMNS);
const POLL_MS = 1_000;

/** Not polled while it waits for approval: the decision arrives as a live update. */
const isMoving = (batch: BatchPageView | undefined) =>
  batch?.status === "processing" && batch.approval !== "pending";

/** One batch: progress, errors, and its payouts. */
export function BatchScreen({ id }: { id: string }) {
  const { mode } = useSession();
  const query = useQuery({
    ...read("/:mode/payout-batches/:id", { mode, id }),
    refetchInterval: ({ state }) => (isMoving(state.data) ? POLL_MS : false),
  });
  return (
    <QueryState query={query} what="The batch" loading={<DetailLoading />}>
      {(batch) => <Batch batch={batch} />}
    </QueryState>
  );
}

function Batch({ batch }: { batch: BatchPageView }) {
  const { mode } = useSession();
  const title = batch.currency ? (
    <Money amount={batch.acceptedTotal} currency={batch.currency} large className="text-28" />
  ) : (
    countOf(batch.count, "row")
  );
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Batches", href: `/${mode}/batches` }, { label: batch.id }]}
        title={title}
        beside={<Status status={shownStatus(batch)} />}
        note={
          <>
            {countOf(batch.accepted, "payout")} of {countOf(batch.count, "row")} from{" "}
            {formatName(batch.format)} · <Timestamp value={batch.createdAt} focusable />
          </>
        }
      />
      <Tabs
        label="Views of the batch"
        tabs={[
          { value: "overview", label: "Overview", content: <Overview batch={batch} /> },
          {
            value: "json",
            label: "JSON",
            content: (
              <ObjectJson path="/:mode/payout-batches/:id/json" id={batch.id} noun="Batch" />
            ),
          },
        ]}
      />
    </>
  );
}

function Overview({ batch }: { batch: BatchPageView }) {
  return (
    <div className="flex flex-col gap-10 pt-2">
      {batch.asked && batch.currency && (
        <ApprovalBanner
          asked={batch.asked}
          actions={batch.allowedActions}
          subject={{
            path: "/:mode/payout-batches/:id",
            id: batch.id,
            what: "batch",
            amount: batch.asked.amount,
            currency: batch.currency,
            how: `in ${countOf(batch.accepted - batch.canceled, "payout")}`,
          }}
          isCanceled={batch.canceled === batch.accepted}
        />
      )}
      {batch.accepted > 0 && <BatchProgress batch={batch} />}
      <BatchErrors batch={batch} />
      {batch.accepted > 0 && <Payouts batch={batch} />}
    </div>
  );
}

function BatchProgress({ batch }: { batch: BatchPageView }) {
  const { accepted, settled, returned, failed, canceled } = batch;
  const done = settled + returned + failed + canceled;
  const figure = (count: number) => countText(count);
  return (
    <div className="flex flex-col gap-5">
      <Progress
        label={`${figure(done)} of ${figure(accepted)} have an outcome`}
        value={done}
        max={accepted}
        detail={`${Math.floor((done * 100) / accepted)} %`}
      />
      <div className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-4">
        <Stat label="On the way" value={figure(accepted - done)} />
        <Stat label="Settled" value={figure(settled)} />
        <Stat label="Returned or failed" value={figure(returned + failed)} />
        <Stat label="Not accepted" value={figure(batch.rejected)} note="rows of the file" />
      </div>
    </div>
  );
}

function Payouts({ batch }: { batch: BatchPageView }) {
  const { mode } = useSession();
  const query = useQuery({
    ...read("/:mode/payouts", { mode }, { batch: batch.id }),
    placeholderData: keepPreviousData,
    refetchInterval: isMoving(batch) ? 2 * POLL_MS : false,
  });
  const list = query.data;
  return (
    <Section
      title="Payouts"
      actions={
        list &&
        list.total > list.payouts.length && (
          <TextLink href={`/${mode}/payouts?batch=${batch.id}`}>
            View all {countText(list.total)}
          </TextLink>
        )
      }
    >
      <DataTable
        caption="Payouts of the batch, newest first"
        columns={COLUMNS}
        rows={list?.payouts}
        rowKey={(row) => row.id}
        rowHref={(row) => `/${mode}/payouts/${row.id}`}
        expectedRows={6}
        empty={null}
      />
    </Section>
  );
}
