"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Section } from "#components/ui/section.tsx";
import { Badge } from "#components/ui/status.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { SecurityView } from "#lib/dashboard/views/session.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SetUpFactor } from "./set-up-factor.tsx";
import { useSecurityChange } from "./use-security-change.ts";

/** Whether a code is asked for at the sign-in, and what to do about it. */
export function SecondFactor({ security }: { security: SecurityView }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Section
      title="Second factor"
      note={
        security.hasSecondFactor
          ? `A code of your authenticator is asked for at every sign-in. ${leftLabel(security.recoveryCodes)}`
          : "A code of an app on your phone, asked for after the password. Who finds out your password gets no further."
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
        title="Make new recovery codes?"
        touches="The codes before work no longer, whether they were used or not."
        verb="Make new codes"
        danger={false}
        trigger={<Button>New recovery codes</Button>}
        onConfirm={async () => {
          onCodes((await change("/security/recovery-codes", {})).recoveryCodes);
        }}
      />
      <ConfirmDialog
        title="Take the second factor away?"
        touches="From then on your password alone opens every account you may open."
        verb="Take it away"
        trigger={<Button className="text-negative-ink!">Take away</Button>}
        onConfirm={async () => {
          await change("/security/second-factor/disable", {});
          toast.done("Your password alone signs you in now");
        }}
      />
    </div>
  );
}
