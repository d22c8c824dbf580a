import { CodeBlock } from "#components/ui/code-block.tsx";
import { verifySnippets } from "../../verify-snippets.ts";

/** Code that verifies the deliveries of an endpoint. */
export function VerifySample({ endpoint }: { endpoint: { id: string; secretHint: string } }) {
  return <CodeBlock snippets={verifySnippets(endpoint)} />;
}
