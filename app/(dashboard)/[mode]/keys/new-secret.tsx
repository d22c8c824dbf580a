"use client";

import { CodeBlock } from "#components/ui/code-block.tsx";
import { SecretDialog } from "#components/ui/secret-dialog.tsx";
import type { NewKeyView } from "#lib/dashboard/views/keys.ts";

/** A secret key that was just made, shown this once, with the place it belongs. */
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
          title="Into the environment, never into code"
          snippets={[{ language: "sh", code: `export PAYDESK_SECRET_KEY=${made.secret}` }]}
          wrap
        />
      )}
    </SecretDialog>
  );
}
