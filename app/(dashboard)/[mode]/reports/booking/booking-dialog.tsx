"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { addDays } from "#components/home/days.ts";
import { PeriodFields } from "#components/time/period-fields.tsx";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Select } from "#components/ui/select.tsx";
import type { ErrorOf } from "#components/ui/use-field-errors.ts";
import { client, fileAddress, read, readsOf } from "#lib/dashboard/client.ts";
import type { BookingView } from "#lib/dashboard/views/booking.ts";
import type { JournalLayout, JournalSettings } from "#lib/kernel/vocabulary/booking.ts";
import { useSession } from "../../../session.tsx";
import { saveFile } from "../save-file.ts";
import { AccountFields } from "./account-fields.tsx";
import type { BookingDays } from "./booking-export.tsx";
import { type BookingFormat, FORMATS } from "./booking-labels.ts";

type Given = {
  format: BookingFormat;
  days: BookingDays;
  currency: string;
  settings: Record<JournalLayout, JournalSettings>;
};

const isJournal = (format: BookingFormat): format is JournalLayout =>
  format !== "camt053" && format !== "mt940";

/** A form that downloads a journal. The accounts are remembered per program. */
export function BookingDialog({ days, onClose }: { days?: BookingDays; onClose: () => void }) {
  const { mode } = useSession();
  const { data, error } = useQuery(read("/:mode/booking", { mode }));
  const [given, setGiven] = useState<Given | null>(null);
  const shown = given ?? (data ? firstGiven(data, days) : null);
  const submit = useBookingFile(shown, data, onClose);
  return (
    <FormDialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="Export for booking"
      description="The ledger of these days, summed per day and kind. Debits equal credits, and each account has the sum of the ledger."
      verb="Download"
      ready={shown !== null}
      submit={error ? { ...submit, error } : submit}
      layout="grid grid-cols-1 gap-4 sm:grid-cols-2"
    >
      {(errorOf) =>
        shown && data && <Fields view={data} given={shown} onChange={setGiven} errorOf={errorOf} />
      }
    </FormDialog>
  );
}

function useBookingFile(given: Given | null, view: BookingView | undefined, onClose: () => void) {
  const { mode } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      if (!given || !view) return;
      const { format, days, currency } = given;
      if (isJournal(format) && given.settings[format] !== view.settings[format]) {
        const body = { layout: format, settings: given.settings[format] };
        await client.post("/:mode/booking", { mode }, body);
        await queries.invalidateQueries(readsOf("/:mode/booking", { mode }));
      }
      const { from, timezone } = days;
      const to = days.to && addDays(days.to, 1);
      const params = { type: "accounting_journal", layout: format, currency, from, to, timezone };
      await saveFile(fileAddress("/:mode/reports/export", { mode }, params));
    },
    onSuccess: onClose,
  });
}

/** The last month that has ended, by the account's clock. */
function firstGiven(
  { today, timezone, currency, settings }: BookingView,
  days?: BookingDays,
): Given {
  const to = addDays(`${today.slice(0, 7)}-01`, -1);
  const month = { from: `${to.slice(0, 7)}-01`, to, timezone };
  return { format: "datev", days: days ?? month, currency, settings };
}

function Fields(props: {
  view: BookingView;
  given: Given;
  onChange: (given: Given) => void;
  errorOf: ErrorOf;
}) {
  const { view, given, onChange, errorOf } = props;
  const { format, days, currency } = given;
  const set = (more: Partial<Given>) => onChange({ ...given, ...more });
  const setDays = (more: Partial<BookingDays>) => set({ days: { ...days, ...more } });
  return (
    <>
      <Field label="Format" error={errorOf("layout")}>
        <Select choices={FORMATS} value={format} onChange={(next) => set({ format: next })} />
      </Field>
      <Field label="Currency" error={errorOf("currency")}>
        <Select
          choices={view.currencies.map((code) => ({ value: code, label: code }))}
          value={currency}
          onChange={(code) => set({ currency: code })}
        />
      </Field>
      <PeriodFields
        className="contents"
        from={days.from}
        to={days.to}
        onFrom={(from) => setDays({ from })}
        onTo={(to) => setDays({ to })}
        max={addDays(view.today, -1)}
        first={{ required: true, error: errorOf("from") }}
        last={{
          label: "To",
          required: true,
          hint: `Included. Days in ${days.timezone}.`,
          error: errorOf("to"),
        }}
      />
      {isJournal(format) ? (
        <AccountFields
          key={format}
          layout={format}
          settings={given.settings[format]}
          charts={view.charts}
          onChange={(settings) => set({ settings: { ...given.settings, [format]: settings } })}
          errorOf={errorOf}
        />
      ) : (
        <p className="text-13 text-ink-muted sm:col-span-2">
          The Paydesk balance as a bank account: one statement per day, numbered by the day of the
          year. It needs no accounts.
        </p>
      )}
    </>
  );
}
