"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { limitText, typedLimit } from "#components/payouts/limits.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { CurrencyLimitsView } from "#lib/dashboard/views/payouts.ts";
import { useLimitChange, waitsFor } from "./use-limit-change.ts";

const AMOUNT_HINT = "Enter an amount of the currency, such as 1000.00.";

const fresh = ({ limits, currency }: CurrencyLimitsView) => ({
  perPayout: typedLimit(limits?.perPayout, currency),
  perDay: typedLimit(limits?.perDay, currency),
});

/** Form for the limits of a currency. Lower limits take effect immediately, higher ones after confirmation by another
 * admin. */
export function SetLimits({ one }: { one: CurrencyLimitsView }) {
  const { currency, limits } = one;
  const change = useLimitChange();
  const [open, setOpen] = useState(false);
  const [form, setForm] = useState(() => fresh(one));
  const perPayout = limitText(form.perPayout, currency);
  const perDay = limitText(form.perDay, currency);
  const given = perPayout !== null && perDay !== null ? { perPayout, perDay } : null;
  const isOrdered = given !== null && BigInt(given.perPayout) <= BigInt(given.perDay);
  const set = useMutation({
    mutationFn: () =>
      change((client, mode) =>
        client.post("/:mode/payout-limits", { mode }, { currency, limits: given }),
      ),
    onSuccess: (found) => {
      setOpen(false);
      toast.done(
        waitsFor(found, currency)
          ? "Another admin has to confirm the higher limits"
          : `Limits for ${currency} set`,
      );
    },
  });
  return (
    <FormDialog
      title={`Limits for payouts in ${currency}`}
      description="Lower limits take effect immediately. Higher limits take effect when another admin has confirmed them."
      trigger={
        <Button aria-label={`${limits ? "Change" : "Set"} limits for ${currency}`}>
          {limits ? "Change limits" : "Set limits"}
        </Button>
      }
      open={open}
      onOpenChange={setOpen}
      verb="Set limits"
      ready={isOrdered}
      submit={set}
      onOpen={() => setForm(fresh(one))}
    >
      {(errorOf) => (
        <>
          <Field
            label="One payout or batch"
            hint="A larger one waits for approval. With 0, every payout waits."
            error={form.perPayout && !perPayout ? AMOUNT_HINT : errorOf("perPayout")}
          >
            <Input
              inputMode="decimal"
              autoComplete="off"
              className="tabular-nums"
              value={form.perPayout}
              onValueChange={(next) => setForm({ ...form, perPayout: next })}
            />
          </Field>
          <Field
            label="All within 24 hours"
            hint="A payout that takes the sum above this limit waits, so that splitting a payout does not avoid approval. Approved payouts are not counted."
            error={
              (form.perDay && !perDay ? AMOUNT_HINT : undefined) ??
              (perPayout && perDay && !isOrdered
                ? "Enter at least the limit for one payout."
                : errorOf("perDay"))
            }
          >
            <Input
              inputMode="decimal"
              autoComplete="off"
              className="tabular-nums"
              value={form.perDay}
              onValueChange={(next) => setForm({ ...form, perDay: next })}
            />
          </Field>
        </>
      )}
    </FormDialog>
  );
}
