"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { QueryState } from "#components/data/query-state.tsx";
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
import { useSession } from "../../session.tsx";
import { Order } from "./order.tsx";
import { TestData } from "./test-data.tsx";
import { waiting } from "./waiting.ts";
import { Ways } from "./ways.tsx";

/** A shop's checkout with our card fields in it, charged with the account's own test keys. */
export function CheckoutScreen() {
  const [country, setCountry] = useState<string | null>(null);
  const [method, setMethod] = useState("card");
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
            Your shop as a payer sees it: what is offered follows from where they are, and cards go
            into the fields that you would put into your own page. The{" "}
            <TextLink inText href="/docs/hosted-fields">
              guide
            </TextLink>{" "}
            shows how, in five minutes.
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
  method: string;
  onMethod: (method: string) => void;
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
              <h2 className="text-16 font-semibold">Pay from</h2>
              <Select
                label="Country of the payer"
                choices={order.countries.map((value) => ({ value, label: countryName(value) }))}
                value={order.country}
                onChange={onCountry}
                className="w-44"
              />
            </div>
            <Ways
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
            Card fields need a publishable key of test mode, and this account has none that works.
          </EmptyState>
        )}
      </div>
    </div>
  );
}

/** For whoever came back without an answer from the bank. */
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
        title="You left the bank before it had your answer."
        action={
          <ButtonLink size="small" href={`/test/checkout/result?payment=${id}`}>
            See how it stands
          </ButtonLink>
        }
      >
        Nothing was charged. You can still confirm that payment, or begin another one here.
      </Banner>
    </div>
  );
}
