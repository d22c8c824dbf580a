"use client";

import { useState } from "react";
import { bytesLabel } from "#components/format/delivery-labels.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { JsonView } from "#components/ui/json-view.tsx";
import { Pre } from "#components/ui/pre.tsx";
import { Segmented } from "#components/ui/segmented.tsx";

export type HttpHeadersProps = { title: string; first: string; headers: Record<string, string> };

/** The first line and headers of a message, copied as text. */
export function HttpHeaders({ title, first, headers }: HttpHeadersProps) {
  const lines = Object.entries(headers);
  const text = [first, ...lines.map(([name, value]) => `${name}: ${value}`)].join("\n");
  return (
    <figure className="min-w-0 overflow-hidden rounded-base border border-line bg-surface-sunken">
      <figcaption className="flex h-9 items-center justify-between border-b border-line pr-1 pl-3">
        <span className="text-12 font-medium text-ink-muted">{title}</span>
        <CopyButton text={text} what={`${title} headers`} />
      </figcaption>
      <Pre label={`${title} headers`} wrap>
        <span className="font-semibold">{first}</span>
        {lines.map(([name, value]) => (
          <span key={name}>
            {"\n"}
            <span className="text-code-key">{name}</span>: {value}
          </span>
        ))}
      </Pre>
    </figure>
  );
}

export type HttpBodyProps = {
  title: string;
  note?: string;
  text: string;
  bytes: number;
  /** Name of the unformatted view of a body. */
  exactly: "As sent" | "As received" | "As kept";
  /** Paths that ids in a body link to. */
  hrefOf?: (id: string) => string | null;
};

/** A body, indented if it is JSON, or exactly as it was sent. */
export function HttpBody({ title, note, text, bytes, exactly, hrefOf }: HttpBodyProps) {
  const [form, setForm] = useState<"readable" | "exact">("readable");
  const readable = indented(text);
  const caption = [title, bytesLabel(bytes), note].filter(Boolean).join(" · ");
  return (
    <div className="flex flex-col gap-2">
      {readable !== null && (
        <Segmented
          label={`${title} form`}
          choices={[
            { value: "readable", label: "Readable" },
            { value: "exact", label: exactly },
          ]}
          value={form}
          onChange={setForm}
        />
      )}
      <JsonView
        title={caption}
        value={form === "readable" ? (readable ?? text) : text}
        hrefOf={hrefOf}
      />
    </div>
  );
}

function indented(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return null;
  }
}
