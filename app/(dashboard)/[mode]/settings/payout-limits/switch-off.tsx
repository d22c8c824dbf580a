"use client";

import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useLimitChange } from "./use-limit-change.ts";

/** Asks to remove the limits; another admin has to confirm. */
export function SwitchOff({ currency }: { currency: string }) {
  const change = useLimitChange();
  return (
    <ConfirmDialog
      title={`Remove the limits for ${currency}?`}
      touches="Every payout is then sent immediately. Another admin has to confirm within 72 hours; the limits apply until then."
      verb="Request removal"
      trigger={<Button>Remove limits</Button>}
      onConfirm={async () => {
        await change((client, mode) =>
          client.post("/:mode/payout-limits", { mode }, { currency, limits: null }),
        );
        toast.done("Another admin has to confirm the removal of the limits");
      }}
    />
  );
}
