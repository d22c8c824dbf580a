"use client";

import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";

type Props = { codes: readonly string[] | null; onStored: () => void };

/** Recovery codes, shown once. */
export function RecoveryCodes({ codes, onStored }: Props) {
  return (
    <Dialog
      sticky
      open={codes !== null}
      title="Recovery codes"
      footer={
        <Button variant="primary" onClick={onStored}>
          I have stored them
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Banner tone="warning">
          Each code signs you in once if you lose your phone. They are shown only now: keep them
          away from the phone.
        </Banner>
        <ul className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-base border border-line bg-surface-sunken px-4 py-3 font-mono text-13">
          {codes?.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <p className="flex items-center gap-2 text-13 text-ink-muted">
          <CopyButton text={codes?.join("\n") ?? ""} what="recovery codes" shown />
          Copy all
        </p>
      </div>
    </Dialog>
  );
}
