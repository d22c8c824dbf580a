"use client";

import { useSyncExternalStore } from "react";
import { CodeBlock, type CodeBlockProps } from "#components/ui/code-block.tsx";
import { ORIGIN } from "./snippets.ts";

const never = () => () => undefined;

/** A code block with the URL of this installation filled in. */
export function OriginCode({ snippets, ...rest }: CodeBlockProps) {
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => "",
  );
  const filled = snippets.map(({ language, code }) => ({
    language,
    code: code.replaceAll(ORIGIN, origin),
  }));
  return <CodeBlock snippets={filled} {...rest} />;
}
