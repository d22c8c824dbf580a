"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryError, QueryState } from "#components/data/query-state.tsx";
import { NO_PAYOUT, type PayoutParams, toRequest } from "#components/payouts/payout-params.ts";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { PayoutOffersView, PayoutPreviewView } from "#lib/dashboard/views/payouts.ts";
import { useSession } from "../../../session.tsx";
import { PayoutForm } from "./payout-form.tsx";
import { ReviewPayout } from "./review-payout.tsx";

const DENIED = Object.assign(new Error("role"), { status: 403 });

/** A new payout: the form, then a review of what will be sent and the account holder's name at the bank. */
export function NewPayoutScreen() {
  const { mode, session } = useSession();
  const query = useQuery(read("/:mode/payouts/offers", { mode }));
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Payouts", href: `/${mode}/payouts` }, { label: "New" }]}
        title="New payout"
      />
      {session.may.includes("pay_out") ? (
        <QueryState
          query={query}
          what="The currencies and countries"
          loading={<Skeleton className="h-80" />}
        >
          {({ offers }) => <Steps offers={offers} />}
        </QueryState>
      ) : (
        <QueryError error={DENIED} what="Payouts" onRetry={query.refetch} />
      )}
    </>
  );
}

function Steps({ offers }: PayoutOffersView) {
  const [params, setParams] = useState<PayoutParams>(NO_PAYOUT);
  const [preview, setPreview] = useState<PayoutPreviewView | null>(null);
  if (preview) {
    return (
      <ReviewPayout preview={preview} request={toRequest(params)} onBack={() => setPreview(null)} />
    );
  }
  return <PayoutForm offers={offers} params={params} onChange={setParams} onPreview={setPreview} />;
}
