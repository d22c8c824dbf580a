"use client";

import { Info } from "lucide-react";
import { RATES, type RateName } from "#lib/kernel/vocabulary/rates.ts";
import { Popover } from "./popover.tsx";
import { TextLink } from "./text-link.tsx";

/** A small button beside a rate that opens its definition, with a link to the guide. */
export function RateInfo({ rate }: { rate: RateName }) {
  const { name, definition, cases } = RATES[rate];
  return (
    <Popover
      title={name}
      trigger={
        <button
          type="button"
          aria-label={`What “${name}” means`}
          className="inline-flex size-5 items-center justify-center rounded-full align-[-0.3em] text-ink-faint transition-colors hover:text-ink pointer-coarse:size-8 print:hidden"
        >
          <Info className="size-3.5" aria-hidden />
        </button>
      }
    >
      <p className="text-13 text-ink-muted">{definition.replaceAll("*", "")}</p>
      <p className="mt-2 text-12 text-ink-faint">{cases[0]}</p>
      <p className="mt-2 text-13">
        <TextLink href={`/docs/rates#${rate}`}>How it is counted</TextLink>
      </p>
    </Popover>
  );
}
