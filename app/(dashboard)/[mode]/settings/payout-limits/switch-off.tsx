"use client";

import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useLimitChange } from "./use-limit-change.ts";

/** Asks for no limit any more: another admin has to confirm. */
export function SwitchOff({ currency }: { currency: string }) {
  const change = useLimitChange();
  return (
    <ConfirmDialog
      title={`Switch off the limits for ${currency}?`}
      touches="Every payout is sent at once from then on. Another admin has to confirm within 72 hours; the limits hold until then."
      verb="Ask to switch off"
      trigger={<Button>Switch off</Button>}
      onConfirm={async () => {
        await change((client, mode) =>
          client.post("/:mode/payout-limits", { mode }, { currency, limits: null }),
        );
        toast.done("Another admin has to confirm that the limits are switched off");
      }}
    />
  );
}
