"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FileText, Image, Trash2 } from "lucide-react";
import { fileSize } from "#components/disputes/file-size.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import { FileDrop } from "#components/ui/file-drop.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, fileAddress, readsOf } from "#lib/dashboard/client.ts";
import type { DisputeFileView, DisputeView } from "#lib/dashboard/views/disputes.ts";
import { MAX_FILE_BYTES } from "#lib/kernel/vocabulary/disputes.ts";
import { useSession } from "../../../session.tsx";
import { base64Of } from "../../shared/base64-of.ts";
import { useAttempt } from "../../shared/use-attempt.ts";

type EvidenceFilesProps = { dispute: DisputeView; changes: ReturnType<typeof useEvidenceFiles> };

/** The files of the evidence: added and removed until it is submitted, downloaded at any time. */
export function EvidenceFiles({ dispute, changes }: EvidenceFilesProps) {
  const { files, allowedActions } = dispute;
  const { add, remove } = changes;
  const error = add.error ?? remove.error;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-13 font-medium">Files</p>
      {files.length > 0 && (
        <ul className="flex flex-col">
          {files.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              onRemove={allowedActions.addFile.allowed ? () => remove.mutate(file.id) : undefined}
              busy={remove.isPending && remove.variables === file.id}
            />
          ))}
        </ul>
      )}
      {allowedActions.addFile.allowed && (
        <FileDrop
          compact
          busy={add.isPending}
          many
          onFiles={(files) => add.mutate(files)}
          label="Add files"
          busyLabel="Checking and encrypting …"
          note="or drop them here: PDF, PNG or JPEG, up to 4 MB each and 25 MB together"
          accept=".pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg"
        />
      )}
      {error && <ErrorBanner error={error} />}
    </div>
  );
}

type RowProps = { file: DisputeFileView; busy: boolean; onRemove?: (() => void) | undefined };

function FileRow({ file, busy, onRemove }: RowProps) {
  const { mode } = useSession();
  const Icon = file.type === "application/pdf" ? FileText : Image;
  return (
    <li className="flex items-center gap-3 border-b border-line py-2 first:pt-0 last:border-b-0">
      <Icon className="size-4 shrink-0 text-ink-faint" aria-hidden />
      <span className="min-w-0 flex-1">
        <a
          className="block w-fit max-w-full rounded-small text-13 font-medium text-accent-ink [overflow-wrap:anywhere] hover:underline"
          href={fileAddress("/:mode/dispute-files/:id/content", { mode, id: file.id })}
        >
          {file.name}
        </a>
        <span className="text-12 text-ink-faint">
          {fileSize(file.size)} · {file.addedBy} · <Timestamp value={file.createdAt} />
        </span>
      </span>
      {onRemove && (
        <IconButton label={`Remove ${file.name}`} loading={busy} onClick={onRemove}>
          <Trash2 className="size-4" aria-hidden />
        </IconButton>
      )}
    </li>
  );
}

/** Files whose outcome is unknown and that are kept to know them again. */
const MOST_UNKNOWN = 10;

/** Adds and removes files of a dispute. A file that is sent again after a lost reply is added once. */
export function useEvidenceFiles(id: string) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const once = useAttempt({ most: MOST_UNKNOWN });
  const renew = () => queries.invalidateQueries(readsOf("/:mode/disputes/:id", { mode, id }));
  const addFile = async (file: File) => {
    if (file.size > MAX_FILE_BYTES) throw new Error("A file can have at most 4 MB.");
    const body = { name: file.name, file: await base64Of(file) };
    await once(body, (attempt) =>
      client.post("/:mode/disputes/:id/files", { mode, id }, { ...body, attempt }),
    );
  };
  const add = useMutation({
    mutationFn: async (files: readonly File[]) => {
      const failures: string[] = [];
      for (const file of files) {
        try {
          await addFile(file);
          toast.done(`${file.name} was added`);
        } catch (error) {
          failures.push(`${file.name}: ${error instanceof Error ? error.message : "not added."}`);
        }
        await renew();
      }
      if (failures.length > 0) throw new Error(failures.join(" "));
    },
  });
  const remove = useMutation({
    mutationFn: (file: string) =>
      once({ remove: file }, (attempt) =>
        client.post("/:mode/dispute-files/:id/remove", { mode, id: file }, { attempt }),
      ),
    onSuccess: async ({ name }) => {
      toast.done(`${name} was removed`);
      await renew();
    },
  });
  return { add, remove };
}
