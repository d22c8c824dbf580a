import { Button } from "#components/ui/button.tsx";

type ProposalProps = { label: string; text: string; onUse: () => void };

/** A text that is made of what is known about the payment. It is no evidence until a person takes it over. */
export function Proposal({ label, text, onUse }: ProposalProps) {
  return (
    <div className="mt-1.5 flex items-start gap-3 rounded-base border border-dashed border-line-control px-3 py-2">
      <p className="min-w-0 flex-1 text-12 text-ink-muted [overflow-wrap:anywhere] whitespace-pre-wrap">
        {text}
      </p>
      <Button size="small" onClick={onUse} aria-label={`Use the proposal for ${label}`}>
        Use
      </Button>
    </div>
  );
}
