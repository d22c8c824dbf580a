"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Input } from "#components/ui/input.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, RequestFailed, readsUnder } from "#lib/dashboard/client.ts";
import type { PaymentView } from "#lib/dashboard/views/payments.ts";
import { useSession } from "../../../session.tsx";
import { useAttempt } from "../../shared/use-attempt.ts";

type Props = { payment: PaymentView; open: boolean; onOpenChange: (open: boolean) => void };
type Row = { id: string; name: string; value: string };

const rowOf = (name: string, value: string): Row => ({ id: crypto.randomUUID(), name, value });

/** Edits the merchant's own data of a payment: its description and metadata. Keeps concurrent changes of others to fields
 *  that the person did not change. */
export function DetailsDialog({ payment, open, onOpenChange }: Props) {
  const [before] = useState(payment);
  const [description, setDescription] = useState(payment.description ?? "");
  const [rows, setRows] = useState(() =>
    Object.entries(payment.metadata).map(([name, value]) => rowOf(name, value)),
  );
  const change = (id: string, changes: Partial<Row>) =>
    setRows((now) => now.map((row) => (row.id === id ? { ...row, ...changes } : row)));
  const save = useSave(before, () => onOpenChange(false));
  return (
    <FormDialog
      title="Edit description and metadata"
      description="They are your own data: nothing changes for the payer, and no webhook is sent."
      open={open}
      onOpenChange={onOpenChange}
      verb="Save"
      submit={{ ...save, mutate: () => save.mutate({ description, rows }) }}
    >
      {(errorOf) => (
        <>
          <Field label="Description" error={errorOf("description")}>
            <Input
              maxLength={1_000}
              value={description}
              onChange={(event) => setDescription(event.currentTarget.value)}
            />
          </Field>
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1.5 text-13 font-medium">Metadata</legend>
            {rows.map((row, index) => (
              <PairFields
                key={row.id}
                row={row}
                number={index + 1}
                error={errorOf(`metadata[${row.name.trim()}]`)}
                onChange={(changes) => change(row.id, changes)}
                onRemove={() => setRows((now) => now.filter(({ id }) => id !== row.id))}
              />
            ))}
            <Button
              className="w-fit"
              size="small"
              icon={<Plus className="size-3.5" aria-hidden />}
              onClick={() => setRows((now) => [...now, rowOf("", "")])}
            >
              Add a key
            </Button>
          </fieldset>
        </>
      )}
    </FormDialog>
  );
}

type PairFieldsProps = {
  row: Row;
  number: number;
  error: string | undefined;
  onChange: (changes: Partial<Row>) => void;
  onRemove: () => void;
};

function PairFields({ row: { name, value }, number, error, onChange, onRemove }: PairFieldsProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center gap-2">
        <Input
          aria-label={`Key ${number}`}
          placeholder="order_id"
          maxLength={40}
          value={name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <Input
          aria-label={`Value ${number}`}
          aria-invalid={error ? true : undefined}
          maxLength={500}
          value={value}
          onChange={(event) => onChange({ value: event.currentTarget.value })}
        />
        <IconButton label={`Remove ${name || "this key"}`} onClick={onRemove}>
          <Trash2 className="size-4" aria-hidden />
        </IconButton>
      </div>
      {error && (
        <p role="alert" className="text-12 text-negative-ink">
          {error}
        </p>
      )}
    </div>
  );
}

/** Saves what differs from the payment as it was when the editor opened. */
function useSave(before: PaymentView, onSaved: () => void) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const once = useAttempt();
  return useMutation({
    mutationFn: (typed: { description: string; rows: readonly Row[] }) => {
      const fault = faultOf(typed.rows);
      if (fault) throw new RequestFailed(400, null, { message: fault, param: "metadata" });
      const description = typed.description.trim() || null;
      const changes = {
        ...(description === before.description ? {} : { description }),
        metadata: changesOf(before.metadata, typed.rows),
      };
      const subject = { mode, id: before.id };
      return once(changes, (attempt) =>
        client.post("/:mode/payments/:id/details", subject, { ...changes, attempt }),
      );
    },
    onSuccess: async () => {
      onSaved();
      toast.done("The payment's details were saved");
      await queries.invalidateQueries(readsUnder(`/${mode}/`));
    },
  });
}

/** Why rows cannot be saved: a value would be lost. */
function faultOf(rows: readonly Row[]): string | null {
  const names = new Set<string>();
  for (const { name, value } of rows) {
    const key = name.trim();
    if (key === "" && value !== "") return `Enter a key for “${value}”, or remove it.`;
    if (key !== "" && names.has(key)) return `The key “${key}” is there twice. Remove one.`;
    names.add(key);
  }
  return null;
}

/** The metadata to send: the changed rows, and an empty value for each key whose row was removed. */
function changesOf(before: Record<string, string>, rows: readonly Row[]): Record<string, string> {
  const now = new Map(rows.map(({ name, value }) => [name.trim(), value]));
  now.delete("");
  const removed = Object.keys(before).filter((name) => !now.has(name));
  return Object.fromEntries([
    ...removed.map((name) => [name, ""]),
    ...[...now].filter(([name, value]) => value !== before[name]),
  ]);
}
