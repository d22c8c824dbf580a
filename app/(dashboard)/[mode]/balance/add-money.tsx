"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { QueryState } from "#components/data/query-state.tsx";
import { Money } from "#components/money/money.tsx";
import { accountText, groupsOfFour } from "#components/payouts/labels.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { DefinitionList } from "#components/ui/definition-list.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { FundingView } from "#lib/dashboard/views/payouts.ts";

/** In live mode: where to send money for payouts, and what has arrived. */
export function AddMoney() {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      title="Add money for payouts"
      description="Send it by bank transfer. It is added to the payout balance as soon as the acquirer has received it."
      trigger={<Button>Add money for payouts</Button>}
      open={open}
      onOpenChange={setOpen}
    >
      {open && <Instructions />}
    </Dialog>
  );
}

function Instructions() {
  const query = useQuery({ ...read("/:mode/balance/funding", { mode: "live" }), retry: false });
  return (
    <QueryState
      query={query}
      what="Where to send it"
      loading={<Skeleton className="h-64 w-full" />}
    >
      {(funding) => (
        <div className="flex flex-col gap-6">
          <BankAccounts funding={funding} />
          <Arrived credits={funding.credits} />
        </div>
      )}
    </QueryState>
  );
}

function BankAccounts({ funding: { accounts, reference } }: { funding: FundingView }) {
  const [chosen, setChosen] = useState(accounts[0]?.currency ?? "");
  const account = accounts.find(({ currency }) => currency === chosen);
  if (!account) {
    return <Banner tone="warning">The acquirer does not accept transfers for payouts yet.</Banner>;
  }
  const { iban, sortCode, accountNumber, bic } = account;
  const choices = accounts.map(({ currency }) => ({ value: currency, label: currency }));
  const facts = [
    { term: "Reference", value: copied(groupsOfFour(reference), reference, "reference") },
    { term: "Account holder", value: copied(account.name, account.name, "account holder") },
    iban
      ? { term: "IBAN", value: copied(accountText(account), iban, "IBAN") }
      : {
          term: sortCode ? "Sort code and account" : "Account",
          value: copied(
            accountText(account),
            [sortCode, accountNumber].filter(Boolean).join(" "),
            "account",
          ),
        },
    ...(bic ? [{ term: "BIC", value: copied(bic, bic, "BIC") }] : []),
    { term: "Bank", value: account.bank },
  ];
  return (
    <div className="flex flex-col gap-3">
      {accounts.length > 1 && (
        <Segmented label="Currency" choices={choices} value={chosen} onChange={setChosen} />
      )}
      <DefinitionList facts={facts} />
      <p className="text-13 text-ink-muted">
        Put the reference on every transfer: it identifies the money as yours. The acquirer holds a
        transfer without it until you ask for it.
      </p>
    </div>
  );
}

const copied = (shown: string, text: string, what: string): ReactNode => (
  <span className="flex items-center justify-between gap-2">
    <code className="min-w-0 font-mono text-12">{shown}</code>
    <CopyButton text={text} what={what} />
  </span>
);

function Arrived({ credits }: Pick<FundingView, "credits">) {
  if (credits.length === 0) return null;
  return (
    <section aria-label="Received">
      <h3 className="pb-1 text-13 font-semibold">Received</h3>
      <ul>
        {credits.map(({ id, amount, currency, payerName, receivedAt }) => (
          <li
            key={id}
            className="flex min-h-9 items-center gap-4 border-b border-line py-2 text-13 last:border-b-0"
          >
            <span className="min-w-0 flex-1 truncate">{payerName ?? "Unknown payer"}</span>
            <Timestamp value={receivedAt} form="list" />
            <Money amount={amount} currency={currency} className="font-semibold" />
          </li>
        ))}
      </ul>
    </section>
  );
}
