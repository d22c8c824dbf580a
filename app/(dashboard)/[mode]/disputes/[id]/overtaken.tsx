import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";

type OvertakenProps = { label: string; text: string; onTake: () => void; onKeep: () => void };

/** A colleague saved another text while a person typed. One of the two is kept, and the person says which. */
export function Overtaken({ label, text, onTake, onKeep }: OvertakenProps) {
  return (
    <div className="mt-1.5">
      <Banner
        tone="warning"
        action={
          <span className="flex gap-2">
            <Button size="small" onClick={onTake} aria-label={`Use theirs for ${label}`}>
              Use theirs
            </Button>
            <Button size="small" onClick={onKeep} aria-label={`Keep mine for ${label}`}>
              Keep mine
            </Button>
          </span>
        }
      >
        <span className="[overflow-wrap:anywhere] whitespace-pre-wrap">
          {text
            ? `A colleague has saved another text since you began: ${text}`
            : "A colleague has removed the text since you began."}
        </span>
      </Banner>
    </div>
  );
}
