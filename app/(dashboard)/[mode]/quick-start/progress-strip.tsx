"use client";

import { Rocket } from "lucide-react";
import { TextLink } from "#components/ui/text-link.tsx";
import type { QuickStartView } from "#lib/dashboard/views/home.ts";
import { useSession } from "../../session.tsx";

/** One line with the next step, until the first webhook has arrived. */
export function ProgressStrip({ start }: { start: QuickStartView }) {
  const { mode } = useSession();
  const { done, of } = progressOf(start);
  const next = stepsOf(start).endpoint
    ? "send the first event to your endpoint"
    : "register a webhook endpoint";
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-large border border-line bg-surface-raised px-4 py-3 text-13">
      <Rocket className="size-4 shrink-0 text-accent-ink" aria-hidden />
      <span className="min-w-0 flex-1 basis-64">
        <span className="font-medium">
          Quick start: {done} of {of} steps done.
        </span>{" "}
        <span className="text-ink-muted">Next: {next}.</span>
      </span>
      <TextLink href={`/${mode}/quick-start`}>Continue</TextLink>
    </p>
  );
}

type Done = Pick<QuickStartView, "key" | "firstPayment" | "endpoint" | "delivered">;

/** Which of the quick-start steps are done, in order. */
export function stepsOf({ key, firstPayment, endpoint, delivered }: Done) {
  return {
    key: key !== null,
    charge: firstPayment !== null,
    endpoint: endpoint !== null,
    webhook: delivered !== null,
  };
}

/** Number of steps done and in all. */
export function progressOf(start: Done): { done: number; of: number } {
  const steps = Object.values(stepsOf(start));
  return { done: steps.filter(Boolean).length, of: steps.length };
}
