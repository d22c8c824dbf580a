import { FileUp, LoaderCircle } from "lucide-react";
import { useId, useState } from "react";
import { cx } from "#components/ui/cx.ts";

/** Chooses a file, or takes one by drag and drop. */
export function FileDrop({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }) {
  const id = useId();
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file && !busy) onFile(file);
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
        "flex min-h-56 cursor-pointer flex-col items-center justify-center gap-2 rounded-base border border-dashed border-line-control px-6 py-8 text-center transition-colors hover:bg-surface-hover has-focus-visible:outline-2 has-focus-visible:outline-accent",
        over && "bg-accent-soft",
      )}
    >
      <Icon className={cx("size-6 text-ink-faint", busy && "animate-spin")} aria-hidden />
      <span className="text-14 font-medium">
        {busy ? "Checking every row …" : "Choose a CSV or pain.001 file"}
      </span>
      <span className="text-12 text-ink-faint">
        or drop it here. It is checked first; nothing is sent yet.
      </span>
      <input
        id={id}
        type="file"
        accept=".csv,.xml,text/csv,application/xml,text/xml"
        className="sr-only"
        disabled={busy}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = "";
        }}
      />
    </label>
  );
}
