"use client";

import { Rocket } from "lucide-react";
import { TextLink } from "#components/ui/text-link.tsx";
import type { QuickStartView } from "#lib/dashboard/views/home.ts";
import { useSession } from "../../session.tsx";
import { progressOf, stepsOf } from "./progress-of.ts";

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
