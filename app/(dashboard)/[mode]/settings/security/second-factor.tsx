"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Section } from "#components/ui/section.tsx";
import { Badge } from "#components/ui/status.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { SecurityView } from "#lib/dashboard/views/session.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SetUpFactor } from "./set-up-factor.tsx";
import { useSecurityChange } from "./use-security-change.ts";

/** The state of the second factor, with actions. */
export function SecondFactor({ security }: { security: SecurityView }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Section
      title="Second factor"
      note={
        security.hasSecondFactor
          ? `Every sign-in asks for a code from your authenticator. ${leftLabel(security.recoveryCodes)}`
          : "A code from an app on your phone, asked for after the password. Someone who learns your password cannot sign in without it."
      }
      actions={
        security.hasSecondFactor ? (
          <Badge tone="positive">On</Badge>
        ) : (
          <SetUpFactor onDone={setCodes} />
        )
      }
    >
      {security.hasSecondFactor && <Change onCodes={setCodes} />}
      <RecoveryCodes codes={codes} onStored={() => setCodes(null)} />
    </Section>
  );
}

function leftLabel(left: number): string {
  return left === 1 ? "One recovery code is left." : `${left} recovery codes are left.`;
}

function Change({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const change = useSecurityChange();
  return (
    <div className="flex flex-wrap gap-2">
      <ConfirmDialog
        title="Create new recovery codes?"
        touches="All previous codes stop working, used or not."
        verb="Create codes"
        danger={false}
        trigger={<Button>Create recovery codes</Button>}
        onConfirm={async () => {
          onCodes((await change(() => client.post("/security/recovery-codes", {}))).recoveryCodes);
        }}
      />
      <ConfirmDialog
        title="Remove the second factor?"
        touches="From then on your password alone gives access to every account that you can open."
        verb="Remove it"
        trigger={<Button className="text-negative-ink!">Remove</Button>}
        onConfirm={async () => {
          await change(() => client.post("/security/second-factor/disable", {}));
          toast.done("You now sign in with your password alone");
        }}
      />
    </div>
  );
}
