"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { moneyText } from "#components/money/money.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import type { PayoutView } from "#lib/dashboard/views/payouts.ts";
import { useSession } from "../../../session.tsx";

/** What can be done with a payout now: stop it while the bank has it not, and in the sandbox say what becomes
 *  of it. */
export function PayoutActions({ payout }: { payout: PayoutView }) {
  const { mode, session } = useSession();
  const simulates = mode === "test" && session.may.includes("use_sandbox");
  return (
    <>
      {payout.canCancel && session.may.includes("pay_out") && <CancelPayout payout={payout} />}
      {simulates && payout.status === "submitted" && (
        <Simulate payout={payout} scenario="return" verb="Let the bank reject it">
          is back on the payout balance, as if the beneficiary's bank had rejected it because the
          account is closed (AC04). Your endpoints receive payout.returned. This cannot be undone.
        </Simulate>
      )}
      {simulates && payout.status === "settled" && (
        <Simulate payout={payout} scenario="return" verb="Let the bank return it">
          comes back to the payout balance, as if the account were closed (AC04). Your endpoints
          receive payout.returned. This cannot be undone.
        </Simulate>
      )}
    </>
  );
}

function useStep(id: string) {
  const { mode } = useSession();
  const queries = useQueryClient();
  // One for each press that means something: pressing twice asks once.
  const [attempt] = useState(() => crypto.randomUUID());
  return async (verb: "cancel" | "simulate", body: object = {}) => {
    try {
      await client.post(`/:mode/payouts/:id/${verb}`, { mode, id }, { ...body, attempt });
    } finally {
      await queries.invalidateQueries(readsUnder(`/${mode}/`));
    }
  };
}

function CancelPayout({ payout }: { payout: PayoutView }) {
  const step = useStep(payout.id);
  const amount = moneyText(payout.amount, payout.currency);
  return (
    <ConfirmDialog
      title="Cancel this payout?"
      touches={`${amount} stays with you, on the payout balance. ${payout.approval === "pending" ? "Nobody is asked to approve it any more." : "It works only until the bank has it, a few seconds after it was made."}`}
      verb="Cancel payout"
      trigger={<Button>Cancel payout</Button>}
      onConfirm={async () => {
        await step("cancel");
        toast.done(`The payout of ${amount} is cancelled`);
      }}
    />
  );
}

function Simulate(props: {
  payout: PayoutView;
  scenario: "fail" | "return";
  verb: string;
  children: string | string[];
}) {
  const { payout, scenario, verb, children } = props;
  const step = useStep(payout.id);
  const amount = moneyText(payout.amount, payout.currency);
  return (
    <ConfirmDialog
      title={`${verb}?`}
      touches={
        <>
          {amount} {children}
        </>
      }
      verb={verb}
      trigger={<Button>{verb}</Button>}
      onConfirm={async () => {
        await step("simulate", { scenario });
        toast.done(`${amount} is on the payout balance again`);
      }}
    />
  );
}
