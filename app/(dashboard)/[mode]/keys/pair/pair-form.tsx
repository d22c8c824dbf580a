"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { DefinitionList, type Fact } from "#components/ui/definition-list.tsx";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import { RadioGroup } from "#components/ui/radio-group.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { client, readsOf } from "#lib/dashboard/client.ts";
import type { PairingView } from "#lib/dashboard/views/pairings.ts";
import type { ScopeVerb } from "#lib/kernel/vocabulary/keys.ts";
import { useSession } from "../../../session.tsx";

const ACCESS = [
  {
    value: "write",
    label: "Read and write",
    note: "Every call in test mode, such as payments and test events.",
  },
  { value: "read", label: "Read only", note: "Lists, objects, events and requests." },
] as const;

const MAY = "What the key may do";

type Shown = NonNullable<PairingView["pairing"]>;
type PairFormProps = { code: string; pairing: Shown; viewerAddress: string | null };

/** The device that asks, the rights of the key, and the decision. */
export function PairForm({ code, pairing, viewerAddress }: PairFormProps) {
  const { session } = useSession();
  const queries = useQueryClient();
  const [access, setAccess] = useState<ScopeVerb>("write");
  const confirm = useMutation({
    mutationFn: () => client.post("/pairing/confirm", {}, { code, access }),
    onSuccess: () => queries.invalidateQueries(readsOf("/:mode/keys", { mode: "test" })),
  });
  const refuse = useMutation({ mutationFn: () => client.post("/pairing/refuse", {}, { code }) });
  const status = (confirm.data ?? refuse.data)?.status;
  if (status) return <Answered status={status} device={pairing.device} />;
  if (pairing.status !== "pending") return <AnsweredBefore />;
  const mayPair = session.may.includes("manage_keys");
  const error = confirm.error ?? refuse.error;
  const isBusy = confirm.isPending || refuse.isPending;
  return (
    <div className="flex flex-col gap-5">
      <div>
        <p className="text-14">The terminal must show the same code:</p>
        <p className="mt-2 font-mono text-28 font-semibold tracking-[0.08em]">{code}</p>
      </div>
      {!pairing.isNear && (
        <Banner tone="warning" title="It asks from another network than this browser">
          Pair it only if you started the login on that machine yourself. Otherwise the sender of
          the link would get the key.
        </Banner>
      )}
      <DefinitionList facts={factsOf(pairing, viewerAddress, session.account.name)} />
      {session.accounts.length > 1 && (
        <p className="text-13 text-ink-muted">
          For another account, switch to it and open the link of the terminal again.
        </p>
      )}
      {mayPair ? (
        <>
          <div>
            <p className="mb-1.5 text-13 font-medium" aria-hidden>
              {MAY}
            </p>
            <RadioGroup label={MAY} choices={ACCESS} value={access} onChange={setAccess} />
          </div>
          {error && <ErrorBanner error={error} />}
          <div className="flex gap-2">
            <Button
              variant="primary"
              size="large"
              loading={confirm.isPending}
              disabled={isBusy}
              onClick={() => confirm.mutate()}
            >
              Pair command line
            </Button>
            <Button
              size="large"
              loading={refuse.isPending}
              disabled={isBusy}
              onClick={() => refuse.mutate()}
            >
              Refuse
            </Button>
          </div>
        </>
      ) : (
        <Banner tone="neutral" title="Your role cannot create keys">
          Ask an owner, an admin or a developer of {session.account.name} to pair it.
        </Banner>
      )}
    </div>
  );
}

function factsOf(pairing: Shown, viewerAddress: string | null, account: string): Fact[] {
  const elsewhere = viewerAddress ? `This browser has ${viewerAddress}.` : undefined;
  return [
    { term: "Machine", value: pairing.device },
    {
      term: "IP address",
      value: pairing.address ?? "Unknown",
      ...(pairing.isNear ? {} : { hint: elsewhere }),
    },
    { term: "Program", value: pairing.client },
    { term: "Asked", value: <Timestamp value={pairing.createdAt} focusable /> },
    { term: "Account", value: account },
    {
      term: "Mode",
      value: "Test",
      hint: "A live key is never made this way. Create it on the Keys screen of live mode.",
    },
    {
      term: "Key",
      value: `CLI on ${pairing.device}`,
      hint: "Restricted, valid for 90 days, and revocable on the Keys screen.",
    },
  ];
}

function Answered({ status, device }: { status: string; device: string }) {
  if (status === "refused") {
    return (
      <Banner tone="neutral" title="Refused">
        The command line on {device} got no key.
      </Banner>
    );
  }
  return (
    <Banner tone="positive" title="Paired">
      Go back to the terminal. It collects its key within a few seconds; it is then on the{" "}
      <TextLink inText href="/test/keys">
        Keys screen
      </TextLink>{" "}
      as “CLI on {device}”.
    </Banner>
  );
}

const AnsweredBefore = () => (
  <Banner tone="neutral" title="This login was answered already">
    A code works once. Run <code>paydesk login</code> again for a new one.
  </Banner>
);
