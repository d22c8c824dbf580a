import { CodeBlock } from "#components/ui/code-block.tsx";
import { CERTIFICATE_COMMAND, LOCAL_URL, RECEIVER_SCRIPT } from "./verify-snippets.ts";

/** Steps to run a receiver on one's own machine. */
export function LocalReceiver() {
  return (
    <ol className="flex flex-col gap-4 text-13 text-ink-muted">
      <li className="flex flex-col gap-1.5">
        <span>1. Create a certificate. Test mode accepts it.</span>
        <CodeBlock title="Terminal" snippets={[{ language: "sh", code: CERTIFICATE_COMMAND }]} />
      </li>
      <li className="flex flex-col gap-1.5">
        <span>
          2. Register <code className="font-mono text-12 text-ink">{LOCAL_URL}</code> here and store
          the secret that is shown.
        </span>
      </li>
      <li className="flex flex-col gap-1.5">
        <span>
          3. Save this as <code className="font-mono text-12 text-ink">receiver.mjs</code> and start
          it with the secret:{" "}
          <code className="font-mono text-12 text-ink [overflow-wrap:anywhere]">
            PAYDESK_WEBHOOK_SECRET=whsec_… node receiver.mjs
          </code>
        </span>
        <CodeBlock title="receiver.mjs" snippets={[{ language: "js", code: RECEIVER_SCRIPT }]} />
      </li>
    </ol>
  );
}
