"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { AboutError } from "#components/ui/about-error.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { FileDrop } from "#components/ui/file-drop.tsx";
import { later } from "#components/ui/later.tsx";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import type { FilePreviewView } from "#lib/dashboard/views/bank-statements.ts";
import type { CsvMapping } from "#lib/kernel/vocabulary/bank-statements.ts";
import { useSession } from "../../../session.tsx";
import { base64Of } from "../../shared/base64-of.ts";
import { addedLabel } from "./bank-labels.ts";
import type { CsvFile } from "./mapping-dialog.tsx";

const MappingDialog = later(() =>
  import("./mapping-dialog.tsx").then((part) => part.MappingDialog),
);

const MOST_BYTES = 12 * 2 ** 20;

/** The facts of a CSV file that the person confirms. */
export type CsvParams = {
  bankAccount: string;
  currency: string;
  opening: string | null;
  closing: string | null;
  mapping: CsvMapping;
};
export type ChosenFile = { fileName: string; file: string };

/** Takes a statement's file: adds it, or asks for the columns of a CSV file first. */
export function AddStatement() {
  const { mode } = useSession();
  const [csv, setCsv] = useState<CsvFile | null>(null);
  const add = useAddFile();
  const read = useMutation({
    mutationFn: async (given: File): Promise<[ChosenFile, FilePreviewView]> => {
      if (given.size > MOST_BYTES) throw new Error("A file can have at most 12 MiB.");
      const chosen = { fileName: given.name, file: await base64Of(given) };
      const { file } = chosen;
      return [chosen, await client.post("/:mode/bank-statements/preview", { mode }, { file })];
    },
    onSuccess: ([chosen, { columns }]) => {
      if (columns) setCsv({ ...chosen, columns });
      else add.mutate({ ...chosen, csv: null });
    },
  });
  const error = read.error ?? (csv ? null : add.error);
  const name = read.variables?.name ?? "The file";
  return (
    <div className="flex flex-col gap-3">
      <FileDrop
        compact
        busy={read.isPending || add.isPending}
        onFiles={([file]) => {
          add.reset();
          read.mutate(file);
        }}
        label="Choose a bank statement"
        busyLabel="Reading and matching every line …"
        note="or drop it here: camt.053, MT940 or CSV, up to 12 MiB"
        accept=".xml,.sta,.mt940,.940,.txt,.csv,text/csv,text/plain,application/xml,text/xml"
      />
      {error && (
        <Banner tone="negative" title={`${name} was not added`}>
          {error.message}
          <AboutError error={error} />
        </Banner>
      )}
      {add.data && (
        <Banner tone="positive" title={`${name} was added`}>
          {addedLabel(add.data)}
        </Banner>
      )}
      {csv && (
        <MappingDialog
          file={csv}
          add={add}
          onClose={() => {
            setCsv(null);
            if (add.error) add.reset();
          }}
        />
      )}
    </div>
  );
}

export type AddFile = ReturnType<typeof useAddFile>;

/** Adds a file. One that is sent again is refused, because its statements are here. */
function useAddFile() {
  const { mode } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ChosenFile & { csv: CsvParams | null }) =>
      client.post("/:mode/bank-statements", { mode }, { ...body, attempt: crypto.randomUUID() }),
    onSuccess: () => queries.invalidateQueries(readsUnder(`/${mode}/bank-`)),
  });
}
