"use client";

import type { ReactNode } from "react";
import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Dialog } from "./dialog.tsx";

export type SecretDialogProps = {
  /** "Secret key backend-2" */
  title: string;
  secret: string | null;
  /** Called when the person confirms that it is stored. Drop the secret from memory here. */
  onStored: () => void;
  /** How to use it: usually a `CodeBlock` that contains it. */
  children?: ReactNode;
};

/** Shows a new secret once. Only the button closes the dialog, so that the secret is not lost by accident. */
export function SecretDialog({ title, secret, onStored, children }: SecretDialogProps) {
  return (
    <Dialog
      sticky
      open={secret !== null}
      title={title}
      footer={
        <Button variant="primary" onClick={onStored}>
          I have stored it
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Banner tone="warning">
          Store the secret now. It is shown only once, and we cannot show it again.
        </Banner>
        <div className="flex items-center gap-2 rounded-base border border-line bg-surface-sunken py-2 pr-2 pl-3">
          <code className="min-w-0 flex-1 font-mono text-13 break-all" data-secret>
            {secret}
          </code>
          <CopyButton text={secret ?? ""} what="secret" shown />
        </div>
        {children}
      </div>
    </Dialog>
  );
}
