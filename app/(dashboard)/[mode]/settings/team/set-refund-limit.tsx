"use client";

import { useMutation } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import {
  type LimitRow,
  limitRows,
  typedLimit,
  typedLimits,
} from "#components/payments/refund-limit.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { TeamView } from "#lib/dashboard/views/account.ts";
import { useSession } from "../../../session.tsx";
import { currencyChoices } from "../account/account-choices.ts";
import { roleName } from "./roles.ts";
import { useTeamChange } from "./use-team-change.ts";

type Limit = TeamView["refundLimits"][number];
/** Form for the refund limit of a role: an amount for each currency; without any, there is no limit. */
export function SetRefundLimit({ limit }: { limit: Limit }) {
  const { role } = limit;
  const { session } = useSession();
  const change = useTeamChange();
  const [open, setOpen] = useState(false);
  const [rows, setRows] = useState(() => limitRows(limit.limits));
  const typed = typedLimits(rows);
  const send = (limits: Limit["limits"]) =>
    client.post("/team/refund-limits", {}, { role, limits });
  const save = useMutation({
    mutationFn: () =>
      change(
        () => send(typed && typed.length > 0 ? typed : null),
        "The limit applies from each member's next request on",
        { change: () => send(limit.limits), done: "Refund limit restored" },
      ),
    onSuccess: () => setOpen(false),
  });
  const fresh = limit.limits
    ? limitRows(limit.limits)
    : [{ currency: session.account.currency, text: "" }];
  return (
    <FormDialog
      title={`Refund limit for ${roleName(role)}`}
      description="The most that one member may refund of one payment, also in several refunds. Currencies without an amount cannot be refunded. Owners, admins and secret keys have no limit."
      trigger={<Button>{limit.limits ? "Change limit" : "Set limit"}</Button>}
      open={open}
      onOpenChange={setOpen}
      verb={rows.length === 0 ? "Remove limit" : "Set limit"}
      ready={typed !== null && (rows.length > 0 || limit.limits !== null)}
      submit={save}
      onOpen={() => setRows(fresh)}
    >
      {(errorOf) => (
        <>
          <Amounts rows={rows} onChange={setRows} error={errorOf("limits")} />
          {rows.length === 0 && (
            <p className="text-13 text-ink-muted">{roleName(role)} may refund any amount.</p>
          )}
          <AddCurrency rows={rows} onChange={setRows} />
        </>
      )}
    </FormDialog>
  );
}

type RowsProps = { rows: readonly LimitRow[]; onChange: (rows: LimitRow[]) => void };

function Amounts({ rows, onChange, error }: RowsProps & { error: string | undefined }) {
  return rows.map(({ currency, text }, index) => (
    <div key={currency} className="flex items-start gap-2">
      <div className="min-w-0 grow">
        <Field
          label={`Most in ${currency}`}
          error={
            text !== "" && typedLimit(text, currency) === null
              ? `This is not an amount in ${currency}.`
              : index === 0
                ? error
                : undefined
          }
        >
          <Input
            inputMode="decimal"
            autoComplete="off"
            className="tabular-nums"
            after={currency}
            value={text}
            onValueChange={(next) =>
              onChange(
                rows.map((row) => (row.currency === currency ? { ...row, text: next } : row)),
              )
            }
          />
        </Field>
      </div>
      <IconButton
        label={`Remove ${currency}`}
        className="mt-6"
        onClick={() => onChange(rows.filter((row) => row.currency !== currency))}
      >
        <X className="size-4" aria-hidden />
      </IconButton>
    </div>
  ));
}

function AddCurrency({ rows, onChange }: RowsProps) {
  const { session } = useSession();
  const left = currencyChoices(session.account.currency).filter(
    ({ value }) => !rows.some(({ currency }) => currency === value),
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const next = left.find(({ value }) => value === chosen) ?? left[0];
  if (!next) return null;
  return (
    <div className="flex items-end gap-2">
      <div className="w-32">
        <Field label="Currency">
          <Select choices={left} value={next.value} onChange={setChosen} />
        </Field>
      </div>
      <Button
        icon={<Plus className="size-3.5" aria-hidden />}
        onClick={() => onChange([...rows, { currency: next.value, text: "" }])}
      >
        Add currency
      </Button>
    </div>
  );
}
