"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CookingPot, Leaf, Shirt } from "lucide-react";
import { useEffect, useState } from "react";
import { QueryState } from "#components/data/query-state.tsx";
import { Money } from "#components/money/money.tsx";
import { countryName } from "#components/payments/labels.ts";
import { Banner } from "#components/ui/banner.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Select } from "#components/ui/select.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { CheckoutView } from "#lib/dashboard/views/checkout.ts";
import type { PaymentMethodName } from "#lib/kernel/vocabulary/payments.ts";
import { useSession } from "../../session.tsx";
import { PaymentMethods } from "./payment-methods.tsx";
import { TestData } from "./test-data.tsx";
import { waiting } from "./waiting.ts";

/** A shop's checkout with our card fields, charged with the account's own test keys. */
export function CheckoutScreen() {
  const [country, setCountry] = useState<string | null>(null);
  const [method, setMethod] = useState<PaymentMethodName>("card");
  const query = useQuery({
    ...read("/:mode/checkout", { mode: "test" }, country ? { country } : {}),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader
        title="Checkout"
        note={
          <>
            Your shop as a payer sees it. The country decides which methods are offered, and card
            fields are those that you put into your own page. The{" "}
            <TextLink inText href="/docs/hosted-fields">
              guide
            </TextLink>{" "}
            explains it in five minutes.
          </>
        }
      />
      <LeftAtTheBank />
      <QueryState query={query} what="The checkout" loading={<Skeleton className="h-105" />}>
        {(order) => (
          <div className="grid gap-x-12 gap-y-10 pt-2 xl:grid-cols-[minmax(0,1fr)_19rem]">
            <Shop
              order={order}
              method={method}
              onMethod={setMethod}
              onCountry={(next) => {
                setCountry(next);
                setMethod("card");
              }}
            />
            <TestData method={method} />
          </div>
        )}
      </QueryState>
    </>
  );
}

type ShopProps = {
  order: CheckoutView;
  method: PaymentMethodName;
  onMethod: (method: PaymentMethodName) => void;
  onCountry: (country: string) => void;
};

function Shop({ order, method, onMethod, onCountry }: ShopProps) {
  const { session } = useSession();
  return (
    <div className="grid min-w-0 self-start overflow-hidden rounded-large border border-line shadow-press md:grid-cols-2">
      <div className="bg-surface-sunken p-5 max-md:border-b max-md:border-line sm:p-8">
        <Order shop={session.account.name} order={order} />
      </div>
      <div className="min-w-0 bg-surface p-5 sm:p-8">
        {order.key ? (
          <>
            <div className="mb-4 flex items-center justify-between gap-4">
              <h2 className="text-16 font-semibold">Country</h2>
              <Select
                label="Country of the payer"
                choices={order.countries.map((value) => ({ value, label: countryName(value) }))}
                value={order.country}
                onChange={onCountry}
                className="w-44"
              />
            </div>
            <PaymentMethods
              order={order}
              publishableKey={order.key.value}
              shop={session.account.name}
              method={method}
              onMethod={onMethod}
              mayPay={session.may.includes("use_sandbox")}
            />
          </>
        ) : (
          <EmptyState
            title="No publishable key"
            action={<ButtonLink href="/test/keys">Create one</ButtonLink>}
          >
            Card fields need an active publishable key of test mode, and this account has none.
          </EmptyState>
        )}
      </div>
    </div>
  );
}

/** For payers who came back from the bank without an answer. */
function LeftAtTheBank() {
  const [id, setId] = useState<string | null>(null);
  useEffect(() => setId(waiting.recall()), []);
  const query = useQuery({
    ...read("/:mode/checkout/payments/:id", { mode: "test", id: id ?? "" }),
    enabled: id !== null,
  });
  if (query.data?.status !== "requires_action") return null;
  return (
    <div className="mb-4">
      <Banner
        tone="warning"
        title="You left the bank before you answered."
        action={
          <ButtonLink size="small" href={`/test/checkout/result?payment=${id}`}>
            View its status
          </ButtonLink>
        }
      >
        Nothing was charged. You can still confirm that payment, or start a new one here.
      </Banner>
    </div>
  );
}

const PICTURES = [Shirt, CookingPot, Leaf] as const;

/** Contents of the basket. */
function Order({ shop, order }: { shop: string; order: CheckoutView }) {
  const { lines, total, currency } = order;
  return (
    <section aria-labelledby="order" className="flex min-w-0 flex-col">
      <p className="text-13 text-ink-muted">{shop}</p>
      <h2 id="order" className="sr-only">
        Your order
      </h2>
      <p className="mt-1 text-28 font-semibold tabular-nums">
        <Money amount={total} currency={currency} large />
      </p>
      <ul className="mt-6 flex flex-col gap-4">
        {lines.map((line, i) => {
          const Picture = PICTURES[i % PICTURES.length] ?? Leaf;
          return (
            <li key={line.name} className="flex items-center gap-3">
              <span
                aria-hidden
                className="flex size-11 shrink-0 items-center justify-center rounded-large border border-line bg-surface-raised text-ink-muted"
              >
                <Picture className="size-5" strokeWidth={1.5} />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block text-14 font-medium">
                  {line.name}
                  {line.quantity > 1 && (
                    <span className="font-normal text-ink-muted"> × {line.quantity}</span>
                  )}
                </span>
                <span className="block text-13 text-ink-muted">{line.note}</span>
              </span>
              <Money amount={line.amount} currency={currency} className="text-14" />
            </li>
          );
        })}
      </ul>
      <dl className="mt-6 grid grid-cols-[1fr_auto] gap-y-2 border-t border-line pt-4 text-14">
        <dt className="text-ink-muted">Delivery</dt>
        <dd className="text-right">Free</dd>
        <dt className="font-semibold">Total</dt>
        <dd className="text-right font-semibold">
          <Money amount={total} currency={currency} />
        </dd>
      </dl>
    </section>
  );
}
