import { typedInteger } from "#components/format/typed-integer.ts";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import type { ErrorOf } from "#components/ui/use-field-errors.ts";
import type { BookingView } from "#lib/dashboard/views/booking.ts";
import {
  BOOKING_ACCOUNTS,
  type JournalLayout,
  type JournalSettings,
} from "#lib/kernel/vocabulary/booking.ts";
import { ACCOUNTS, CHARTS } from "./booking-labels.ts";

type AccountFieldsProps = {
  layout: JournalLayout;
  settings: JournalSettings;
  charts: BookingView["charts"];
  onChange: (settings: JournalSettings) => void;
  errorOf: ErrorOf;
};

const NOTES: Record<JournalLayout, string> = {
  datev: "Accounts without automatic tax. Remembered for the next file.",
  xero: "Account codes. Journals cannot post to Xero's bank accounts: create these accounts first. Remembered for the next file.",
  quickbooks:
    "Names of accounts, as your chart of accounts has them: create these accounts first. Remembered for the next file.",
};

/** The accounts of a program, and what else its files need. */
export function AccountFields(props: AccountFieldsProps) {
  const { layout, settings, onChange, errorOf } = props;
  const { accounts, datev } = settings;
  const isFixed = datev !== null && datev.chart !== "other";
  return (
    <>
      <p className="text-13 text-ink-muted sm:col-span-2">{NOTES[layout]}</p>
      {datev && <DatevFields {...props} datev={datev} />}
      {layout === "xero" && (
        <Field label="Tax rate without tax" hint="Its name in Xero" error={errorOf("taxRate")}>
          <Input
            value={settings.taxRate ?? ""}
            onValueChange={(taxRate) => onChange({ ...settings, taxRate })}
          />
        </Field>
      )}
      {isFixed ? <FixedAccounts accounts={accounts} /> : <OwnAccounts {...props} />}
    </>
  );
}

/** The accounts of a standard chart: chosen by the chart, so there is nothing to enter. */
function FixedAccounts({ accounts }: Pick<JournalSettings, "accounts">) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:col-span-2 sm:grid-cols-4">
      {BOOKING_ACCOUNTS.map((name) => (
        <div key={name}>
          <dt className="text-12 text-ink-muted">{ACCOUNTS[name].label}</dt>
          <dd className="font-mono text-13">{accounts[name]}</dd>
        </div>
      ))}
    </dl>
  );
}

function OwnAccounts({ layout, settings, onChange, errorOf }: AccountFieldsProps) {
  const { accounts } = settings;
  return (
    <div className="grid grid-cols-2 items-start gap-4 sm:col-span-2 sm:grid-cols-3">
      {BOOKING_ACCOUNTS.map((name) => (
        <Field
          key={name}
          label={ACCOUNTS[name].label}
          hint={ACCOUNTS[name].hint}
          error={errorOf(`accounts[${name}]`, `settings[accounts][${name}]`)}
        >
          <Input
            mono={layout !== "quickbooks"}
            value={accounts[name]}
            onValueChange={(code) =>
              onChange({ ...settings, accounts: { ...accounts, [name]: code } })
            }
          />
        </Field>
      ))}
    </div>
  );
}

type Datev = NonNullable<JournalSettings["datev"]>;

const NUMBERS = [
  ["consultant", "Consultant number", "Beraternummer"],
  ["client", "Client number", "Mandantennummer"],
  ["fiscalYearStart", "First month of the fiscal year", "1 to 12"],
] as const;

function DatevFields({
  settings,
  charts,
  onChange,
  errorOf,
  datev,
}: AccountFieldsProps & { datev: Datev }) {
  const set = (more: Partial<Datev>) => onChange({ ...settings, datev: { ...datev, ...more } });
  return (
    <>
      <Field label="Chart of accounts">
        <Select
          choices={CHARTS}
          value={datev.chart}
          onChange={(chart) =>
            onChange({
              ...settings,
              datev: { ...datev, chart },
              accounts: chart === "other" ? settings.accounts : charts[chart],
            })
          }
        />
      </Field>
      {NUMBERS.map(([name, label, hint]) => (
        <Field
          key={name}
          label={label}
          hint={hint}
          error={errorOf(`datev[${name}]`, `settings[datev][${name}]`)}
        >
          <Input
            type="number"
            required
            min={1}
            value={String(datev[name] || "")}
            onValueChange={(text) => set({ [name]: typedInteger(text) })}
          />
        </Field>
      ))}
    </>
  );
}
