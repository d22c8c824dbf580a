"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";

export type CopyButtonProps = {
  text: string;
  /** Names the text: "payment id". */
  what: string;
  /** Shows the word besides the icon. */
  shown?: boolean;
  className?: string;
};

/** Copies `text`, and confirms it on the button and to screen readers. */
export function CopyButton({ text, what, shown, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1_600);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  const icon = copied ? (
    <Check className="size-3.5 text-positive-ink" aria-hidden />
  ) : (
    <Copy className="size-3.5" aria-hidden />
  );
  return (
    <>
      {shown ? (
        <Button size="small" icon={icon} onClick={copy} className={className}>
          {copied ? "Copied" : "Copy"}
        </Button>
      ) : (
        <IconButton
          label={copied ? "Copied" : `Copy ${what}`}
          size="small"
          onClick={copy}
          className={className}
        >
          {icon}
        </IconButton>
      )}
      <span role="status" className="sr-only">
        {copied ? `Copied ${what}` : ""}
      </span>
    </>
  );
}
