"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { QueryState } from "#components/data/query-state.tsx";
import { plural } from "#components/format/delivery-labels.ts";
import { countText } from "#components/format/locale.ts";
import { addDays } from "#components/home/days.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { DefinitionList } from "#components/ui/definition-list.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { Status } from "#components/ui/status.tsx";
import { client, fileAddress, read, readsUnder } from "#lib/dashboard/client.ts";
import type { ClosingDetailView } from "#lib/dashboard/views/closings.ts";
import { useSession } from "../../../../session.tsx";
import { DetailLoading } from "../../../shared/detail-loading.tsx";
import { type BookingDays, BookingExport } from "../../booking/booking-export.tsx";
import { sizeLabel } from "../../downloads/download-labels.ts";
import { FILE_LABELS } from "../file-labels.ts";
import { monthName } from "../month-name.ts";
import { Corrections } from "./corrections.tsx";

const POLL_MS = 1_000;

/** A closed month: its files with their hashes, how to verify them, and what was recorded later. */
export function ClosedMonthScreen({ id }: { id: string }) {
  const { mode } = useSession();
  const query = useQuery({
    ...read("/:mode/closings/:id", { mode, id }),
    refetchInterval: ({ state }) =>
      state.data?.status === "running" || isChecking(state.data) ? POLL_MS : false,
  });
  return (
    <QueryState query={query} what="The closed month" loading={<DetailLoading />}>
      {(closing) => <ClosedMonth closing={closing} />}
    </QueryState>
  );
}

/** A check that is due has not ended. */
function isChecking(closing: ClosingDetailView | undefined): boolean {
  return closing?.checkIsDue ?? false;
}

function ClosedMonth({ closing }: { closing: ClosingDetailView }) {
  const { mode } = useSession();
  const name = monthName(closing.month);
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Closing", href: `/${mode}/reports/closing` }, { label: name }]}
        title={name}
        beside={
          closing.status === "closed" ? (
            <Status status="completed">Closed</Status>
          ) : (
            <Status status={closing.status} />
          )
        }
        note={`Days in ${closing.timezone}; the settlement screen counts arrivals by days in UTC. These files are the same bytes for ever.`}
        actions={
          <>
            <BookingExport days={daysOf(closing)} />
            <CheckButton closing={closing} />
          </>
        }
      />
      <div className="flex flex-col gap-10">
        <Section title="Files">
          <Files closing={closing} />
        </Section>
        <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
          <Section title="Closing">
            <DefinitionList facts={factsOf(closing)} />
          </Section>
          <Section title="Verify" note="With all four files in an empty directory">
            <CodeBlock
              title="Prints the SHA-256 of the month"
              wrap
              snippets={[{ language: "shell", code: "sha256sum * | LC_ALL=C sort | sha256sum" }]}
            />
            {closing.proof && (
              <p className="mt-3 text-13 text-ink-muted">
                The copied Service-Books-Proof is signed with a key of{" "}
                <a
                  className="rounded-small text-accent-ink underline decoration-accent-ink/40 underline-offset-2"
                  href="/.well-known/paydesk-books.json"
                >
                  /.well-known/paydesk-books.json
                </a>
                .
              </p>
            )}
          </Section>
        </div>
        <Corrections closing={closing} />
      </div>
    </>
  );
}

/** All days of the month. */
function daysOf({ month, timezone }: ClosingDetailView): BookingDays {
  const first = `${month}-01`;
  const next = `${addDays(first, 31).slice(0, 7)}-01`;
  return { from: first, to: addDays(next, -1), timezone };
}

function factsOf(closing: ClosingDetailView) {
  return [
    {
      term: "SHA-256",
      value: closing.sha256 && (
        <span className="inline-flex items-start gap-0.5">
          <code className="font-mono text-12">{closing.sha256}</code>
          <CopyButton text={closing.sha256} what="SHA-256 of the month" />
        </span>
      ),
    },
    {
      term: "Ledger head",
      value: closing.proof && <LedgerHead {...closing.proof} />,
      hint: "The ledger's last block when the files were made, signed with the SHA-256.",
    },
    {
      term: "As of",
      value: closing.asOf && <Timestamp value={closing.asOf} />,
      hint: "All files show this instant.",
    },
    {
      term: "Last check",
      value: closing.checkedAt && <Timestamp value={closing.checkedAt} />,
      hint: "Every day for five weeks, then every week for a year.",
    },
  ];
}

function LedgerHead({ text, block, head }: NonNullable<ClosingDetailView["proof"]>) {
  return (
    <span className="inline-flex items-start gap-0.5">
      {block === 0 ? (
        "No block yet"
      ) : (
        <span>
          Block {countText(block)}{" "}
          <code className="font-mono text-12" title={head}>
            {head.slice(0, 12)}…{head.slice(-12)}
          </code>
        </span>
      )}
      <CopyButton text={text} what="Service-Books-Proof" />
    </span>
  );
}

function Files({ closing }: { closing: ClosingDetailView }) {
  const { mode, session } = useSession();
  const mayTake = session.may.includes("download_reports");
  return (
    <ul>
      {closing.files.map((file) => (
        <li
          key={file.kind}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 last:border-b-0"
        >
          <span className="min-w-0 grow basis-56">
            <span className="block text-14 font-medium">{FILE_LABELS[file.kind]}</span>
            <span className="block text-12 text-ink-muted tabular-nums">
              {file.name} · {plural(file.rowCount, "row")} · {sizeLabel(file.byteCount)}
            </span>
          </span>
          <span className="inline-flex min-w-0 items-center gap-0.5">
            <code className="font-mono text-12" title={file.sha256}>
              {file.sha256.slice(0, 12)}…{file.sha256.slice(-12)}
            </code>
            <CopyButton text={file.sha256} what={`SHA-256 of ${file.name}`} />
          </span>
          {mayTake && (
            <a
              className={buttonClass("secondary", "small")}
              href={fileAddress(
                "/:mode/closings/:id/file",
                { mode, id: closing.id },
                { file: file.kind },
              )}
              aria-label={`Download ${file.name}`}
              download
            >
              <Download className="size-3.5" aria-hidden />
              Download
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

function CheckButton({ closing }: { closing: ClosingDetailView }) {
  const { mode, session } = useSession();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.post("/:mode/closings/:id/check", { mode, id: closing.id }),
    onSettled: () => queries.invalidateQueries(readsUnder(`/${mode}/closings`)),
  });
  if (closing.status !== "closed" || !session.may.includes("download_reports")) return null;
  return (
    <Button onClick={() => mutate()} loading={isPending || isChecking(closing)}>
      Check for corrections
    </Button>
  );
}
