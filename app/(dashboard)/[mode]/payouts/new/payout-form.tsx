import { useMutation } from "@tanstack/react-query";
import { moneyText } from "#components/money/money.tsx";
import { railName } from "#components/payouts/labels.ts";
import { fieldOf, type PayoutParams, toRequest } from "#components/payouts/payout-params.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { RadioGroup } from "#components/ui/radio-group.tsx";
import { Select } from "#components/ui/select.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import { client } from "#lib/dashboard/client.ts";
import type { PayoutOffersView, PayoutPreviewView } from "#lib/dashboard/views/payouts.ts";
import { useSession } from "../../../session.tsx";

type Offer = PayoutOffersView["offers"][number];
type Props = {
  offers: readonly Offer[];
  params: PayoutParams;
  onChange: (params: PayoutParams) => void;
  onPreview: (preview: PayoutPreviewView) => void;
};

/** Form for beneficiary, amount and rail. It sends nothing. */
export function PayoutForm({ offers, params, onChange, onPreview }: Props) {
  const { mode } = useSession();
  const check = useMutation({
    mutationFn: () => client.post("/:mode/payouts/preview", { mode }, toRequest(params)),
    onSuccess: onPreview,
  });
  const { errorOf, unplaced } = useFieldErrors(check.error, fieldOf);
  const change = (changes: Partial<PayoutParams>) => {
    check.reset();
    onChange({ ...params, ...changes });
  };
  const offer = offers.find(({ currency }) => currency === params.currency);
  return (
    <form
      className="flex max-w-dialog flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        check.mutate();
      }}
    >
      {unplaced && <ErrorBanner error={unplaced} />}
      <Field label="Beneficiary" hint="Name of the account holder" error={errorOf("name")}>
        <Input
          required
          maxLength={140}
          autoComplete="off"
          value={params.name}
          onValueChange={(name) => change({ name })}
        />
      </Field>
      <AmountFields {...{ offers, offer, params, change, errorOf }} />
      {offer && <AccountFields {...{ offer, params, change, errorOf }} />}
      {offer && offer.rails.length > 1 && <RailField {...{ offer, params, change }} />}
      <Field
        label="Reference"
        optional
        hint={`Shown to the beneficiary: up to ${offer?.maxReference ?? 140} characters`}
        error={errorOf("reference")}
      >
        <Input
          autoComplete="off"
          value={params.reference}
          onValueChange={(reference) => change({ reference })}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" loading={check.isPending}>
          Check payee
        </Button>
        <ButtonLink href={`/${mode}/payouts`}>Cancel</ButtonLink>
      </div>
    </form>
  );
}

type Parts = {
  offer: Offer;
  params: PayoutParams;
  change: (changes: Partial<PayoutParams>) => void;
  errorOf: (name: keyof PayoutParams) => string | undefined;
};

function AmountFields(props: Omit<Parts, "offer"> & { offer?: Offer; offers: readonly Offer[] }) {
  const { offer, offers, params, change, errorOf } = props;
  const choices = offers
    .filter(({ isApproved }) => isApproved)
    .map(({ currency }) => ({ value: currency, label: currency }));
  const held = offer ? moneyText(offer.balance, offer.currency) : "";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-3">
      <Field label="Amount" hint={`The payout balance is ${held}`} error={errorOf("amount")}>
        <Input
          required
          inputMode="decimal"
          autoComplete="off"
          className="tabular-nums"
          value={params.amount}
          onValueChange={(amount) => change({ amount })}
        />
      </Field>
      <Field label="Currency" error={errorOf("currency")}>
        <Select
          choices={choices}
          value={params.currency}
          onChange={(currency) => change({ currency, rail: null })}
        />
      </Field>
    </div>
  );
}

function AccountFields({ offer, params, change, errorOf }: Parts) {
  const { account } = offer;
  if (!account) {
    return (
      <>
        <Field label="IBAN" error={errorOf("iban") ?? errorOf("accountNumber")}>
          <Input
            required
            mono
            autoComplete="off"
            spellCheck={false}
            placeholder="DE23 9999 9999 0000 0000 00"
            value={params.iban}
            onValueChange={(iban) => change({ iban })}
          />
        </Field>
        <Field label="BIC" optional error={errorOf("bic")}>
          <Input
            mono
            autoComplete="off"
            spellCheck={false}
            value={params.bic}
            onValueChange={(bic) => change({ bic })}
          />
        </Field>
      </>
    );
  }
  return (
    <>
      <Field label="Sort code" hint={account.sortCodeLabel} error={errorOf("sortCode")}>
        <Input
          required
          mono
          autoComplete="off"
          value={params.sortCode}
          onValueChange={(sortCode) => change({ sortCode })}
        />
      </Field>
      <Field
        label="Account number"
        hint={account.accountNumberLabel}
        error={errorOf("accountNumber") ?? errorOf("iban")}
      >
        <Input
          required
          mono
          autoComplete="off"
          value={params.accountNumber}
          onValueChange={(accountNumber) => change({ accountNumber })}
        />
      </Field>
    </>
  );
}

const RAIL_NOTES: Record<string, string> = {
  sepa_instant:
    "Within seconds, at any hour. If the bank does not support it, the payout is sent by credit transfer.",
  sepa_credit: "On the next business day.",
};

function RailField({ offer, params, change }: Omit<Parts, "errorOf">) {
  return (
    <RadioGroup
      label="Rail"
      choices={offer.rails.map((rail) => ({
        value: rail,
        label: railName(rail),
        note: RAIL_NOTES[rail],
      }))}
      value={params.rail ?? offer.rails[0] ?? ""}
      onChange={(rail) => change({ rail })}
    />
  );
}
