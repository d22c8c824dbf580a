"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { cx } from "#components/ui/cx.ts";

type Tone = "positive" | "warning" | "negative";

type Sample = { value: string; does: string; tone: Tone };

const CARDS: readonly Sample[] = [
  { value: "4242 4242 4242 4242", does: "Succeeds", tone: "positive" },
  { value: "5555 5555 5555 4444", does: "Succeeds, Mastercard", tone: "positive" },
  { value: "3782 822463 10005", does: "Succeeds, Amex: 4-digit code", tone: "positive" },
  { value: "4000 0000 0000 3220", does: "Asks for authentication", tone: "warning" },
  {
    value: "4000 0082 6000 3178",
    does: "Asks for authentication, then insufficient funds",
    tone: "warning",
  },
  { value: "4000 0000 0000 9995", does: "Insufficient funds", tone: "negative" },
  { value: "4000 0000 0000 0069", does: "Expired card", tone: "negative" },
  { value: "4000 0000 0000 0002", does: "Declined without a reason", tone: "negative" },
];

const SEPA: readonly Sample[] = [
  { value: "DE89370400440532013000", does: "Paid in two days", tone: "positive" },
  { value: "AT591904300235473203", does: "Paid, then disputed", tone: "warning" },
  { value: "AT751904300235473206", does: "Paid, then returned", tone: "warning" },
  { value: "AT981904300002222227", does: "Insufficient funds, after three days", tone: "negative" },
];

const BACS: readonly Sample[] = [
  { value: "00012345", does: "Paid in two days", tone: "positive" },
  { value: "55555559", does: "Paid, then disputed", tone: "warning" },
  { value: "22222227", does: "Insufficient funds, after three days", tone: "negative" },
  { value: "33333335", does: "Not authorised: ends the mandate", tone: "negative" },
];

const BLIK: readonly Sample[] = [
  { value: "777123", does: "Approved in the app", tone: "positive" },
  { value: "700051", does: "Insufficient funds", tone: "negative" },
  { value: "700000", does: "Refused in the app", tone: "negative" },
];

type Data = { title: string; text: string; samples: readonly Sample[] };

const CARD_DATA: Data = {
  title: "Test cards",
  text: "Copy a number and paste it. Any future expiry date, any code. On your own site no script of the page can read these fields.",
  samples: CARDS,
};

const DATA: Readonly<Record<string, Data>> = {
  card: CARD_DATA,
  sepa_debit: {
    title: "Test accounts",
    text: "Copy an account and paste it. To see its outcome now, advance the sandbox clock.",
    samples: SEPA,
  },
  bacs_debit: {
    title: "Test accounts",
    text: "With the sort code 10-88-00. To see an outcome now, advance the sandbox clock.",
    samples: BACS,
  },
  blik: { title: "Test codes", text: "Any other code is unknown.", samples: BLIK },
};

const DOTS: Record<Tone, string> = {
  positive: "bg-positive",
  warning: "bg-warning",
  negative: "bg-negative",
};

/** Test cards, accounts and codes, one outcome each. A click copies one. */
export function TestData({ method }: { method: string }) {
  const [copied, setCopied] = useState<string | null>(null);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(null), 1_600);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (value: string) => {
    await navigator.clipboard.writeText(value.replaceAll(" ", ""));
    setCopied(value);
  };
  const data = DATA[method];
  if (!data) return <div />;
  return (
    <section aria-labelledby="test-data" className="min-w-0">
      <h2 id="test-data" className="text-14 font-semibold">
        {data.title}
      </h2>
      <p className="mt-1 mb-3 text-13 text-ink-muted">{data.text}</p>
      <ul className="-mx-2 flex flex-col">
        {data.samples.map(({ value, does, tone }) => (
          <li key={value}>
            <button
              type="button"
              onClick={() => void copy(value)}
              className="group flex w-full items-center gap-3 rounded-base px-2 py-1.5 text-left transition-colors hover:bg-surface-hover pointer-coarse:py-2.5"
            >
              <span aria-hidden className={cx("size-2 shrink-0 rounded-full", DOTS[tone])} />
              <span className="min-w-0 flex-1">
                <span className="sr-only">Copy </span>
                <span className="block font-mono text-13 tabular-nums">{value}</span>
                <span className="block text-12 text-ink-muted">{does}</span>
              </span>
              {copied === value ? (
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
