"use client";

import { RotateCw } from "lucide-react";
import { RealTime } from "#components/time/time-context.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Button } from "#components/ui/button.tsx";
import { Section } from "#components/ui/section.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { useSession } from "../../session.tsx";
import { HttpStatus } from "../logs/http-status.tsx";
import type { Made } from "./use-history.ts";

type Props = { made: readonly Made[]; onRepeat: (made: Made) => void; onClear: () => void };

/** Calls made from this browser: each links to the log and can be opened again. */
export function History({ made, onRepeat, onClear }: Props) {
  const { mode } = useSession();
  if (made.length === 0) return null;
  return (
    <Section
      title="Calls from this browser"
      note="Kept only in this browser"
      className="mt-10"
      actions={
        <Button size="small" variant="quiet" onClick={onClear}>
          Clear history
        </Button>
      }
    >
      <RealTime>
        <ul aria-label="Calls, newest first">
          {made.map((one) => (
            <li
              key={`${one.at} ${one.requestId}`}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 text-13 last:border-b-0"
            >
              <HttpStatus status={one.status} />
              <span className="min-w-0 flex-1 font-mono text-12 [overflow-wrap:anywhere]">
                {one.requestId ? (
                  <TextLink href={`/${mode}/logs/${one.requestId}`}>{one.label}</TextLink>
                ) : (
                  one.label
                )}
              </span>
              <span className="text-12 text-ink-faint tabular-nums">
                <Timestamp value={one.at} />
              </span>
              <Button
                size="small"
                icon={<RotateCw className="size-3.5" aria-hidden />}
                aria-label={`Open ${one.label} again`}
                onClick={() => onRepeat(one)}
              >
                Open
              </Button>
            </li>
          ))}
        </ul>
      </RealTime>
    </Section>
  );
}
