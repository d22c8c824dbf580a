"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { cx } from "#components/ui/cx.ts";

type Tone = "positive" | "warning" | "negative";

const CARDS: readonly { number: string; does: string; tone: Tone }[] = [
  { number: "4242 4242 4242 4242", does: "Succeeds", tone: "positive" },
  { number: "5555 5555 5555 4444", does: "Succeeds, Mastercard", tone: "positive" },
  { number: "3782 822463 10005", does: "Succeeds, Amex: 4-digit code", tone: "positive" },
  { number: "4000 0000 0000 3220", does: "The bank asks the payer first", tone: "warning" },
  { number: "4000 0082 6000 3178", does: "Asks, then has no funds", tone: "warning" },
  { number: "4000 0000 0000 9995", does: "Insufficient funds", tone: "negative" },
  { number: "4000 0000 0000 0069", does: "Expired card", tone: "negative" },
  { number: "4000 0000 0000 0002", does: "Declined without a reason", tone: "negative" },
];

const DOTS: Record<Tone, string> = {
  positive: "bg-positive",
  warning: "bg-warning",
  negative: "bg-negative",
};

/** Cards that do one thing each; a click puts the number on the clipboard. */
export function TestCards() {
  const [copied, setCopied] = useState<string | null>(null);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(null), 1_600);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (number: string) => {
    await navigator.clipboard.writeText(number.replaceAll(" ", ""));
    setCopied(number);
  };
  return (
    <section aria-labelledby="test-cards" className="min-w-0">
      <h2 id="test-cards" className="text-14 font-semibold">
        Test cards
      </h2>
      <p className="mt-1 mb-3 text-13 text-ink-muted">
        Copy one and paste it. Any expiry to come, any code. On your own site no script of the page
        can reach into these fields.
      </p>
      <ul className="-mx-2 flex flex-col">
        {CARDS.map(({ number, does, tone }) => (
          <li key={number}>
            <button
              type="button"
              onClick={() => void copy(number)}
              className="group flex w-full items-center gap-3 rounded-base px-2 py-1.5 text-left transition-colors hover:bg-surface-hover pointer-coarse:py-2.5"
            >
              <span aria-hidden className={cx("size-2 shrink-0 rounded-full", DOTS[tone])} />
              <span className="min-w-0 flex-1">
                <span className="sr-only">Copy </span>
                <span className="block font-mono text-13 tabular-nums">{number}</span>
                <span className="block text-12 text-ink-muted">{does}</span>
              </span>
              {copied === number ? (
                <Check className="size-4 shrink-0 text-positive-ink" aria-hidden />
              ) : (
                <Copy
                  className="size-4 shrink-0 text-ink-faint opacity-60 group-hover:opacity-100"
                  aria-hidden
                />
              )}
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {copied ? `Copied ${copied}` : ""}
      </p>
    </section>
  );
}
