import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { isTyped } from "#components/format/locale.ts";
import { longDay } from "#components/home/days.ts";
import { Money, moneyText, wireMoneyText } from "#components/money/money.tsx";
import { accountText, payeeLabel, railName } from "#components/payouts/labels.ts";
import type { toRequest } from "#components/payouts/payout-params.ts";
import { AboutError } from "#components/ui/about-error.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { DefinitionList } from "#components/ui/definition-list.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, RequestFailed, readsUnder } from "#lib/dashboard/client.ts";
import type { PayoutPreviewView } from "#lib/dashboard/views/payouts.ts";
import { useSession } from "../../../session.tsx";

type Props = {
  preview: PayoutPreviewView;
  request: ReturnType<typeof toRequest>;
  onBack: () => void;
};

/** Reviews payout and account holder before sending. In live mode the person types the amount to confirm. */
export function ReviewPayout({ preview, request, onBack }: Props) {
  const { mode } = useSession();
  const [typed, setTyped] = useState("");
  const { amount, currency, beneficiary } = preview;
  const { busy, failure, uncertain, send } = useSend(
    mode === "live" ? { ...request, typed: wireMoneyText(amount, currency) } : request,
  );
  const figure = moneyText(amount, currency);
  const ready = mode === "test" || isTyped(typed, figure);
  return (
    <form
      className="flex max-w-dialog flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) void send();
      }}
    >
      <Payee preview={preview} />
      <DefinitionList
        facts={[
          {
            term: "Amount",
            value: <Money amount={amount} currency={currency} className="text-16 font-semibold" />,
          },
          { term: "To", value: beneficiary.name },
          {
            term: beneficiary.iban ? "IBAN" : "Account",
            value: <code className="font-mono text-12">{accountText(beneficiary)}</code>,
          },
          { term: "Sent by", value: railName(preview.rail) },
          { term: "Arrives", value: longDay(preview.arrivalDate) },
          { term: "Reference", value: preview.reference },
        ]}
      />
      {mode === "live" && (
        <Field label={`Type ${figure} to send it`} hint="This moves real money.">
          <Input mono autoComplete="off" value={typed} onValueChange={setTyped} />
        </Field>
      )}
      {failure && (
        <Banner
          tone={uncertain ? "warning" : "negative"}
          title={uncertain ? "It is not known yet whether the payout was created" : undefined}
        >
          {uncertain && "Try again to find out. It never pays twice. "}
          {failure.message}
          <AboutError error={failure} />
        </Banner>
      )}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" loading={busy} disabled={!ready}>
          {uncertain && "Try again: "}Send {figure}
        </Button>
        <Button onClick={onBack} disabled={busy || uncertain}>
          Edit
        </Button>
      </div>
    </form>
  );
}

function Payee({ preview }: { preview: PayoutPreviewView }) {
  const { payee, beneficiary } = preview;
  const label = payeeLabel(payee.result);
  return (
    <Banner tone={label.tone} title={label.word}>
      {payee.accountName ? (
        <>
          The name of the account holder is “{payee.accountName}”, not “{beneficiary.name}”. Check
          that this is the right account.
        </>
      ) : (
        `${label.hint}: ${beneficiary.name}.`
      )}
      {payee.result === "no_match" && " Money sent to the wrong account may not be returned."}
    </Banner>
  );
}

/** Sends the payout. `attempt` is kept while the outcome is unknown, so that trying again finds the outcome instead of
 * paying twice. */
function useSend(request: Props["request"] & { typed?: string }) {
  const { mode } = useSession();
  const router = useRouter();
  const queries = useQueryClient();
  const attempt = useRef<string>(undefined);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailed | null>(null);
  const send = async () => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    attempt.current ??= crypto.randomUUID();
    try {
      const body = { ...request, attempt: attempt.current };
      const made = await client.post("/:mode/payouts", { mode }, body);
      const sum = moneyText(made.amount, made.currency);
      toast.done(
        made.approval ? `${sum} is waiting for approval` : `${sum} will be sent in a few seconds`,
      );
      await queries.invalidateQueries(readsUnder(`/${mode}/`));
      router.push(`/${mode}/payouts/${made.id}`);
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      if (isAnswered(error)) attempt.current = undefined;
      setFailure(error);
      setBusy(false);
    }
  };
  return { busy, failure, uncertain: failure !== null && !isAnswered(failure), send };
}

function isAnswered({ status, code }: RequestFailed): boolean {
  return status >= 400 && status < 500 && code !== "idempotency_in_progress";
}
