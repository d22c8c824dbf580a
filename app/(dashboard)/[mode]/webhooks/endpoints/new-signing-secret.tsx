"use client";

import { urlParts } from "#components/format/delivery-labels.ts";
import { Banner } from "#components/ui/banner.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { SecretDialog } from "#components/ui/secret-dialog.tsx";
import type { EndpointSecretView } from "#lib/dashboard/views/endpoints.ts";

export type NewSigningSecretProps = {
  made: EndpointSecretView | null;
  /** A consequence, shown with the secret. */
  note?: string | null;
  onStored: () => void;
};

/** Shows a new signing secret once, and where to store it. */
export function NewSigningSecret({ made, note, onStored }: NewSigningSecretProps) {
  return (
    <SecretDialog
      title={made ? `Signing secret of ${urlParts(made.endpoint.url).host}` : "Signing secret"}
      secret={made?.secret ?? null}
      onStored={onStored}
    >
      {note && <Banner>{note}</Banner>}
      {made && (
        <CodeBlock
          title="Store it in the environment, never in code"
          snippets={[{ language: "sh", code: `export PAYDESK_WEBHOOK_SECRET=${made.secret}` }]}
          wrap
        />
      )}
    </SecretDialog>
  );
}
