import type { ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";
import { Pre } from "./pre.tsx";
import { TextLink } from "./text-link.tsx";

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Coloured JSON with a copy button. A string is shown unchanged (the bytes of a body), also if it is not JSON;
 *  other values are indented by two spaces. */
export function JsonView(props: {
  value: unknown;
  title?: string;
  /** The URL for a string that is the id of an object with a page. */
  hrefOf?: (text: string) => string | null;
}) {
  const { value, title = "JSON", hrefOf } = props;
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return (
    <figure className="min-w-0 overflow-hidden rounded-base border border-line bg-surface-sunken">
      <figcaption className="flex h-9 items-center justify-between border-b border-line pr-1 pl-3">
        <span className="text-12 font-medium text-ink-muted">{title}</span>
        <CopyButton text={text} what={title} />
      </figcaption>
      <Pre label={title} wrap>
        {colour(text, hrefOf)}
      </Pre>
    </figure>
  );
}

function colour(text: string, hrefOf?: (text: string) => string | null): ReactNode[] {
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
    const href = quoted && !colon ? hrefOf?.(quoted.slice(1, -1)) : null;
    parts.push(
      <span key={match.index} className={look}>
        {href ? (
          <TextLink inText href={href}>
            {quoted}
          </TextLink>
        ) : (
          (quoted ?? whole)
        )}
      </span>,
      colon ?? "",
    );
  }
  parts.push(text.slice(from));
  return parts;
}
