"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { QueryState } from "#components/data/query-state.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { read } from "#lib/dashboard/client.ts";
import { PairForm } from "./pair-form.tsx";

/** Shows which command line asks for a key, and lets a member decide. Without a code it asks for one. */
export function PairScreen({ code }: { code: string }) {
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Keys", href: "/test/keys" }, { label: "Pair a command line" }]}
        title="Pair a command line"
        note="The paydesk command on a machine asks for a key of its own, in test mode."
      />
      <div className="max-w-160">{code ? <Pairing code={code} /> : <CodeForm />}</div>
    </>
  );
}

function Pairing({ code }: { code: string }) {
  const query = useQuery({ ...read("/pairing", {}, { code }), retry: false });
  return (
    <QueryState query={query} what="The login" loading={<Skeleton className="h-80 w-full" />}>
      {({ pairing, code: found, viewerAddress }) =>
        pairing && found ? (
          <PairForm {...{ pairing, viewerAddress }} code={found} />
        ) : (
          <div className="flex flex-col gap-6">
            <Banner tone="warning" title="No command line waits with this code">
              It was mistyped, or is older than 10 minutes. Run <code>paydesk login</code> again for
              a new one.
            </Banner>
            <CodeForm />
          </div>
        )
      }
    </QueryState>
  );
}

function CodeForm() {
  const router = useRouter();
  const [typed, setTyped] = useState("");
  return (
    <form
      className="flex max-w-form flex-col items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        router.replace(`/test/keys/pair?code=${encodeURIComponent(typed.trim())}`);
      }}
    >
      <Field label="Code" hint="From the terminal, for example BCDF-GHJK." className="w-full">
        <Input
          required
          mono
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          onValueChange={setTyped}
        />
      </Field>
      <Button type="submit" variant="primary">
        Look up code
      </Button>
    </form>
  );
}
