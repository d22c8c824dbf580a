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

const fresh = ({ limits, currency }: CurrencyLimitsView) => ({
  perPayout: typedLimit(limits?.perPayout, currency),
  perDay: typedLimit(limits?.perDay, currency),
});

/** The limits of a currency: lower ones work at once, higher ones when another admin confirms. */
export function SetLimits({ one }: { one: CurrencyLimitsView }) {
  const { currency, limits } = one;
  const change = useLimitChange();
  const [open, setOpen] = useState(false);
  const [form, setForm] = useState(() => fresh(one));
  const params = {
    perPayout: limitText(form.perPayout, currency),
    perDay: limitText(form.perDay, currency),
  };
  const { perPayout, perDay } = params;
  const isOrdered = perPayout !== null && perDay !== null && BigInt(perPayout) <= BigInt(perDay);
  const set = useMutation({
    mutationFn: () =>
      change((client, mode) =>
        client.post("/:mode/payout-limits", { mode }, { currency, limits: { perPayout, perDay } }),
      ),
    onSuccess: (found) => {
      setOpen(false);
      toast.done(
        waitsFor(found, currency)
          ? "Another admin has to confirm the higher limits"
          : `The limits for ${currency} are set`,
      );
    },
  });
  const amountHint = "An amount of the currency, such as 1000.00.";
  return (
    <FormDialog
      title={`Limits for payouts in ${currency}`}
      description="Lower limits work at once. Higher ones work when another admin has confirmed them."
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
            hint="A larger one waits for approval. 0: every payout waits."
            error={form.perPayout && !perPayout ? amountHint : errorOf("perPayout")}
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
            hint="A payout that brings the sum above it waits, so that a split one does not get past. Approved payouts do not count."
            error={
              (form.perDay && !perDay ? amountHint : undefined) ??
              (perPayout && perDay && !isOrdered
                ? "At least as much as for one payout."
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
