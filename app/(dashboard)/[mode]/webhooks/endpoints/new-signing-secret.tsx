"use client";

import { urlParts } from "#components/format/delivery-labels.ts";
import { Banner } from "#components/ui/banner.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { SecretDialog } from "#components/ui/secret-dialog.tsx";
import type { EndpointSecretView } from "#lib/dashboard/views/endpoints.ts";

export type NewSigningSecretProps = {
  made: EndpointSecretView | null;
  /** What follows from it, said beside it. */
  note?: string | null;
  onStored: () => void;
};

/** A signing secret that was just made, shown this once, with the place it belongs. */
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
          title="Into the environment, never into code"
          snippets={[{ language: "sh", code: `export PAYDESK_WEBHOOK_SECRET=${made.secret}` }]}
          wrap
        />
      )}
    </SecretDialog>
  );
}
