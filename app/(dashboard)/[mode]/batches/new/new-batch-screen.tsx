"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { QueryError } from "#components/data/query-state.tsx";
import { AboutError } from "#components/ui/about-error.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { FileDrop } from "#components/ui/file-drop.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { UploadFormat } from "#lib/kernel/vocabulary/payouts.ts";
import { useSession } from "../../../session.tsx";
import { ReviewBatch } from "./review-batch.tsx";

const DENIED = Object.assign(new Error("role"), { status: 403 });
const MOST_BYTES = 15 * 2 ** 20;

export type BatchFile = { name: string; file: string; format: UploadFormat };

/** Pays a file. It is checked row by row first, and sent only after a person has seen what it does. */
export function NewBatchScreen() {
  const { mode, session } = useSession();
  const [chosen, setChosen] = useState<BatchFile | null>(null);
  const check = useMutation({
    mutationFn: async (given: File) => {
      if (given.size > MOST_BYTES) throw new Error("A file can have at most 15 MiB.");
      const file = await given.text();
      const format: BatchFile["format"] = /^\s*(\uFEFF)?\s*</.test(file) ? "pain.001" : "csv";
      setChosen({ name: given.name, file, format });
      return await client.post("/:mode/payout-batches/preview", { mode }, { file, format });
    },
  });
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Batches", href: `/${mode}/batches` }, { label: "Pay a file" }]}
        title="Pay a file"
      />
      {session.may.includes("pay_out") ? (
        <div className="flex flex-col gap-8">
          {check.error && (
            <Banner tone="negative" title={chosen ? `${chosen.name} could not be read` : undefined}>
              {check.error.message}
              <AboutError error={check.error} />
            </Banner>
          )}
          {check.data && chosen ? (
            <ReviewBatch
              batch={check.data}
              chosen={chosen}
              onBack={() => {
                check.reset();
                setChosen(null);
              }}
            />
          ) : (
            <Choose busy={check.isPending} onFile={(file) => check.mutate(file)} />
          )}
        </div>
      ) : (
        <QueryError error={DENIED} what="Payouts" onRetry={() => undefined} />
      )}
    </>
  );
}

const SAMPLE = `name,iban,amount_decimal,currency,reference
Ada Lindqvist,DE23999999990000000000,1250.00,EUR,Invoice 118
Bo Berg,DE33999999990000000014,99.00,EUR,Invoice 119`;

function Choose({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }) {
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,31rem)]">
      <FileDrop
        busy={busy}
        onFiles={([file]) => onFile(file)}
        label="Choose a CSV or pain.001 file"
        busyLabel="Checking every row …"
        note="or drop it here. It is checked first; nothing is sent yet."
        accept=".csv,.xml,text/csv,application/xml,text/xml"
      />
      <Section
        title="Example file"
        note="1250.00 EUR is 1250.00 in amount_decimal, or 125000 in amount (minor units)"
      >
        <CodeBlock title="salaries.csv" snippets={[{ language: "csv", code: SAMPLE }]} />
        <p className="pt-3 text-13 text-ink-muted">
          Each row has its amount in one of the two columns. amount_decimal has exactly the digits
          of the currency: 12.50, never 12.5. Optional columns: account_number and sort_code where
          there is no IBAN, bic, country, rail, end_to_end_id. Or a pain.001.001.09 file of your
          accounting software: its control sums are checked, and its amounts are decimal, as the
          standard says.
        </p>
      </Section>
    </div>
  );
}
