"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { longDay } from "#components/home/days.ts";
import { moneyText } from "#components/money/money.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import type { SettlementView } from "#lib/dashboard/views/settlements.ts";
import { useSession } from "../../../session.tsx";

/** In the sandbox: simulates the bank's answer to a settlement that is on its way. */
export function SimulateButtons({ settlement }: { settlement: SettlementView }) {
  const simulate = useSimulate(settlement);
  const amount = moneyText(settlement.net, settlement.currency);
  const day = longDay(settlement.arrivalDate);
  return (
    <>
      <ConfirmDialog
        title="Return from the bank?"
        touches={`${amount} returns to the balance, as if the bank account were closed, and is part of the next settlement. Your endpoints receive settlement.failed. A settlement has one outcome: this cannot be undone.`}
        verb="Return from the bank"
        trigger={<Button>Return from the bank</Button>}
        onConfirm={async () => {
          await simulate("bank_account_closed");
          toast.done(`The bank returned ${amount}`);
        }}
      />
      <ConfirmDialog
        title="Mark as arrived?"
        touches={`${amount} arrives now instead of on ${day}. Your endpoints receive settlement.paid. The sandbox clock does not move. This cannot be undone.`}
        verb="Mark as arrived"
        danger={false}
        trigger={<Button variant="primary">Mark as arrived</Button>}
        onConfirm={async () => {
          await simulate("paid");
          toast.done(`${amount} has arrived`);
        }}
      />
    </>
  );
}

function useSimulate({ id }: SettlementView) {
  const { mode } = useSession();
  const queries = useQueryClient();
  // One id per outcome: a second press repeats the same request.
  const [attempts] = useState(() => ({
    paid: crypto.randomUUID(),
    bank_account_closed: crypto.randomUUID(),
  }));
  return async (scenario: keyof typeof attempts) => {
    const attempt = attempts[scenario];
    await client.post("/:mode/settlements/:id/simulate", { mode, id }, { scenario, attempt });
    await queries.invalidateQueries(readsUnder(`/${mode}/`));
  };
}
