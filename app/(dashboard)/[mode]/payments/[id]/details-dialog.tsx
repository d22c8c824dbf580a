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
import { client, readsUnder } from "#lib/dashboard/client.ts";
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
            {rows.map(({ id, name, value }, index) => (
              <div key={id} className="flex items-center gap-2">
                <Input
                  aria-label={`Key ${index + 1}`}
                  placeholder="order_id"
                  maxLength={40}
                  value={name}
                  onChange={(event) => change(id, { name: event.currentTarget.value })}
                />
                <Input
                  aria-label={`Value ${index + 1}`}
                  maxLength={500}
                  value={value}
                  onChange={(event) => change(id, { value: event.currentTarget.value })}
                />
                <IconButton
                  label={`Remove ${name || "this key"}`}
                  onClick={() => setRows((now) => now.filter((row) => row.id !== id))}
                >
                  <Trash2 className="size-4" aria-hidden />
                </IconButton>
              </div>
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

/** Saves what differs from the payment as it was when the editor opened. */
function useSave(before: PaymentView, onSaved: () => void) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const once = useAttempt();
  return useMutation({
    mutationFn: (typed: { description: string; rows: readonly Row[] }) => {
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
