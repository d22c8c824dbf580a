import { useState } from "react";
import { TextLink } from "../ui/text-link.tsx";
import type { PlacedMarks } from "./marks.ts";
import { ShowAll } from "./show-all.tsx";

const SHOWN = 4;

/** Texts of the lettered lines of a chart. */
export function MarkList({ placed }: { placed: readonly PlacedMarks[] }) {
  const [all, setAll] = useState(false);
  if (placed.length === 0) return null;
  const shown = all ? placed : placed.slice(-SHOWN);
  return (
    <div className="mt-2">
      <ul aria-label="Marked on the time axis" className="flex flex-col gap-1 text-12">
        {shown.flatMap(({ letter, marks }) =>
          marks.map((mark) => (
            <li key={mark.key} className="flex items-start gap-2">
              <span
                aria-hidden
                className="flex size-4 shrink-0 items-center justify-center rounded-full bg-ink text-12 leading-none font-semibold text-surface"
              >
                {letter}
              </span>
              <span className="min-w-0 text-ink-muted">
                <span className="tabular-nums">{mark.time}</span>{" "}
                {mark.href ? (
                  <TextLink inText href={mark.href}>
                    {mark.text}
                  </TextLink>
                ) : (
                  <span className="text-ink">{mark.text}</span>
                )}
              </span>
            </li>
          )),
        )}
      </ul>
      {placed.length > SHOWN && (
        <ShowAll all={all} onChange={setAll} label={`Show all ${placed.length} marks`} />
      )}
    </div>
  );
}
