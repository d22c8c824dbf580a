import { answerLabel } from "#components/format/delivery-labels.ts";
import { Badge, type Tone } from "#components/ui/status.tsx";

function toneOf(status: number): Tone {
  if (status >= 500) return "negative";
  return status >= 400 ? "warning" : "positive";
}

/** `201`, or with `words` also its name: `201 Created`. */
export function HttpStatus({ status, label }: { status: number; label?: boolean }) {
  return (
    <Badge tone={toneOf(status)}>
      <span className="tabular-nums">{label ? answerLabel(status, null) : status}</span>
    </Badge>
  );
}
