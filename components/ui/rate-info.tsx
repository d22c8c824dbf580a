"use client";

import { Info } from "lucide-react";
import { RATE_NAMES, type RateName } from "#lib/kernel/vocabulary/rates.ts";
import { later } from "./later.tsx";
import { Popover } from "./popover.tsx";
import { Skeleton } from "./skeleton.tsx";

const RateDefinition = later<{ rate: RateName }>(
  () => import("./rate-definition.tsx").then(({ RateDefinition }) => RateDefinition),
  <Skeleton className="h-24 w-full" />,
);

/** A small button beside a rate that opens its definition, with a link to the guide. */
export function RateInfo({ rate }: { rate: RateName }) {
  const name = RATE_NAMES[rate];
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
      <RateDefinition rate={rate} />
    </Popover>
  );
}
