import { CodeBlock } from "#components/ui/code-block.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { useSession } from "../../session.tsx";

/** A call that works as it stands once the key is in the environment: the screen never has the key. */
export function SampleCall({ title, code }: { title?: string; code: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <CodeBlock title={title} snippets={[{ language: "curl", code }]} wrap />
      <KeyNote />
    </div>
  );
}

/** Where the key of a call comes from. */
export function KeyNote() {
  const { mode } = useSession();
  return (
    <p className="text-12 text-ink-faint">
      <code className="font-mono">PAYDESK_SECRET_KEY</code> is a secret key of {mode} mode, from{" "}
      <TextLink inText href={`/${mode}/keys`}>
        Keys
      </TextLink>
      .
    </p>
  );
}
