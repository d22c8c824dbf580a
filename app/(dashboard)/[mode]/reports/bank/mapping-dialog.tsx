"use client";

import { useState } from "react";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import type { ErrorOf } from "#components/ui/use-field-errors.ts";
import type { FilePreviewView } from "#lib/dashboard/views/bank-statements.ts";
import { type CsvMapping, DATE_FORMATS } from "#lib/kernel/vocabulary/bank-statements.ts";
import { useSession } from "../../../session.tsx";
import type { AddFile, ChosenFile } from "./add-statement.tsx";

type Columns = NonNullable<FilePreviewView["columns"]>;
export type CsvFile = ChosenFile & { columns: Columns };

type Given = {
  bankAccount: string;
  currency: string;
  opening: string;
  closing: string;
  mapping: CsvMapping;
};

/** Says which column of a CSV file is what. Remembered for the bank account. */
export function MappingDialog(props: { file: CsvFile; add: AddFile; onClose: () => void }) {
  const { file, add, onClose } = props;
  const { session } = useSession();
  const { columns, ...chosen } = file;
  const [given, setGiven] = useState<Given>({
    bankAccount: columns.bankAccount ?? "",
    currency: columns.currency ?? session.account.currency,
    opening: "",
    closing: "",
    mapping: columns.mapping,
  });
  const { mapping } = given;
  const hasAmount = mapping.amount !== null || (mapping.debit !== null && mapping.credit !== null);
  const submit = {
    ...add,
    mutate: () =>
      add.mutate(
        {
          ...chosen,
          csv: {
            ...given,
            opening: mapping.balance ? null : given.opening,
            closing: mapping.balance ? null : given.closing,
          },
        },
        { onSuccess: onClose },
      ),
  };
  return (
    <FormDialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={`Columns of ${file.fileName}`}
      description="Remembered for this bank account, and filled in for its next file."
      verb="Add statement"
      ready={mapping.bookingDate !== "" && hasAmount && given.bankAccount.trim() !== ""}
      submit={submit}
      layout="grid grid-cols-1 gap-4 sm:grid-cols-2"
    >
      {(errorOf) => (
        <Fields columns={columns} given={given} onChange={setGiven} errorOf={errorOf} />
      )}
    </FormDialog>
  );
}

const COLUMN_FIELDS = [
  ["bookingDate", "Booking date"],
  ["valueDate", "Value date"],
  ["amount", "Amount with sign"],
  ["debit", "Debit"],
  ["credit", "Credit"],
  ["balance", "Balance after the line"],
  ["currency", "Currency"],
  ["reference", "End-to-end reference"],
  ["text", "Text"],
  ["counterparty", "Name of the other party"],
] as const satisfies readonly (readonly [keyof CsvMapping, string])[];

const NO_COLUMN = "";

function Fields(props: {
  columns: Columns;
  given: Given;
  onChange: (given: Given) => void;
  errorOf: ErrorOf;
}) {
  const { columns, given, onChange, errorOf } = props;
  const { mapping } = given;
  const set = (more: Partial<Given>) => onChange({ ...given, ...more });
  const map = (more: Partial<CsvMapping>) => set({ mapping: { ...mapping, ...more } });
  const choices = columns.header.map((name, i) => ({
    value: name,
    label: name || `Column ${i + 1}`,
    note: columns.samples[0]?.[i] || undefined,
  }));
  const error = errorOf("file");
  return (
    <>
      <Field label="Bank account" hint="IBAN or account number" error={errorOf("bankAccount")}>
        <Input
          mono
          value={given.bankAccount}
          onValueChange={(bankAccount) => set({ bankAccount })}
        />
      </Field>
      <Field label="Currency of the account" error={errorOf("currency")}>
        <Input
          mono
          maxLength={3}
          value={given.currency}
          onValueChange={(currency) => set({ currency: currency.toUpperCase() })}
        />
      </Field>
      {COLUMN_FIELDS.filter(([field]) => isShown(field, mapping)).map(([field, label]) => (
        <Field
          key={field}
          label={label}
          optional={field !== "bookingDate" && field !== "amount"}
          error={errorOf(`mapping[${field}]`)}
        >
          <Select
            choices={
              field === "bookingDate"
                ? choices
                : [{ value: NO_COLUMN, label: "No column" }, ...choices]
            }
            value={mapping[field] ?? NO_COLUMN}
            onChange={(name) => map({ [field]: field === "bookingDate" ? name : name || null })}
          />
        </Field>
      ))}
      <Field label="Dates are written">
        <Select
          choices={DATE_FORMATS.map((value) => ({ value, label: value }))}
          value={mapping.dateFormat}
          onChange={(dateFormat) => map({ dateFormat })}
        />
      </Field>
      <Field label="Amounts are written">
        <Select
          choices={DECIMALS}
          value={mapping.decimal}
          onChange={(decimal) => map({ decimal })}
        />
      </Field>
      {mapping.balance === null && (
        <>
          <Field label="Opening balance" hint="Before the first line" error={errorOf("opening")}>
            <Input value={given.opening} onValueChange={(opening) => set({ opening })} />
          </Field>
          <Field label="Closing balance" hint="After the last line" error={errorOf("closing")}>
            <Input value={given.closing} onValueChange={(closing) => set({ closing })} />
          </Field>
        </>
      )}
      {error && (
        <p role="alert" className="text-13 text-negative-ink sm:col-span-2">
          {error}
        </p>
      )}
    </>
  );
}

const DECIMALS = [
  { value: ",", label: "1.234,56" },
  { value: ".", label: "1,234.56" },
] as const;

/** Debit and credit replace the amount. */
function isShown(field: keyof CsvMapping, mapping: CsvMapping): boolean {
  return (field !== "debit" && field !== "credit") || mapping.amount === null;
}
