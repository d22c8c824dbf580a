"use client";

import { CodeBlock } from "#components/ui/code-block.tsx";
import { SecretDialog } from "#components/ui/secret-dialog.tsx";
import type { NewKeyView } from "#lib/dashboard/views/keys.ts";

/** Shows a new secret key once, and where to store it. */
export function NewSecret(props: { made: NewKeyView | null; onStored: () => void }) {
  const { made, onStored } = props;
  return (
    <SecretDialog
      title={made ? `Secret key ${made.key.name}` : "Secret key"}
      secret={made?.secret ?? null}
      onStored={onStored}
    >
      {made && (
        <CodeBlock
          title="Store it in the environment, never in code"
          snippets={[{ language: "sh", code: `export PAYDESK_SECRET_KEY=${made.secret}` }]}
          wrap
        />
      )}
    </SecretDialog>
  );
}
