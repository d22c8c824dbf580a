"use client";

import { FileUp, LoaderCircle } from "lucide-react";
import { useId, useState } from "react";
import { cx } from "./cx.ts";

export type FileDropProps = {
  busy: boolean;
  onFiles: (files: readonly [File, ...File[]]) => void;
  /** Takes several files at a time; without it the first. */
  many?: boolean;
  /** Names the file to choose: "Choose a CSV or pain.001 file". */
  label: string;
  /** Shown instead while busy. */
  busyLabel: string;
  note: string;
  /** As of an `input`. */
  accept: string;
  /** On a page with more below it. */
  compact?: boolean;
};

/** Chooses files, or takes them by drag and drop. */
export function FileDrop(props: FileDropProps) {
  const { busy, onFiles, many, label, busyLabel, note, accept, compact } = props;
  const id = useId();
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const [first, ...others] = files ?? [];
    if (first && !busy) onFiles([first, ...(many ? others : [])]);
  };
  const Icon = busy ? LoaderCircle : FileUp;
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
      className={cx(
        "flex cursor-pointer flex-col items-center justify-center gap-2 rounded-base border border-dashed border-line-control px-6 text-center transition-colors hover:bg-surface-hover has-focus-visible:outline-2 has-focus-visible:outline-accent",
        compact ? "min-h-28 py-4" : "min-h-56 py-8",
        over && "bg-accent-soft",
      )}
    >
      <Icon className={cx("size-6 text-ink-faint", busy && "animate-spin")} aria-hidden />
      <span className="text-14 font-medium">{busy ? busyLabel : label}</span>
      <span className="text-12 text-ink-faint">{note}</span>
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={many}
        className="sr-only"
        // Disabled it would lose the focus.
        aria-disabled={busy}
        onClick={(event) => busy && event.preventDefault()}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = "";
        }}
      />
    </label>
  );
}
