import type { ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";
import { Pre } from "./pre.tsx";

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** JSON in colour, copyable. A string is shown exactly as it came (the bytes of a body); anything
 *  else is indented by two. Text that is not JSON is shown as it is. */
export function JsonView({ value, title = "JSON" }: { value: unknown; title?: string }) {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return (
    <figure className="min-w-0 overflow-hidden rounded-base border border-line bg-surface-sunken">
      <figcaption className="flex h-9 items-center justify-between border-b border-line pr-1 pl-3">
        <span className="text-12 font-medium text-ink-muted">{title}</span>
        <CopyButton text={text} what={title} />
      </figcaption>
      <Pre label={title} wrap>
        {colour(text)}
      </Pre>
    </figure>
  );
}

function colour(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, quoted, colon, word] = match;
    parts.push(text.slice(from, match.index));
    from = match.index + whole.length;
    const look = quoted
      ? colon
        ? "text-code-key"
        : "text-code-text"
      : word
        ? "text-code-word"
        : "text-code-figure";
    parts.push(
      <span key={match.index} className={look}>
        {quoted ?? whole}
      </span>,
      colon ?? "",
    );
  }
  parts.push(text.slice(from));
  return parts;
}
