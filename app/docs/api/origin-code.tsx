"use client";

import { useSyncExternalStore } from "react";
import { CodeBlock, type CodeBlockProps } from "#components/ui/code-block.tsx";
import { ORIGIN } from "./snippets.ts";

const never = () => () => undefined;

/** Code in which the address of this very service stands, ready to paste. */
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
