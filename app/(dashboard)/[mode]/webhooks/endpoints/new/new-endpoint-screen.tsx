"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { QueryError, QueryState } from "#components/data/query-state.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import { client } from "#lib/dashboard/client.ts";
import type { EndpointOfferView, EndpointSecretView } from "#lib/dashboard/views/endpoints.ts";
import { useSession } from "../../../../session.tsx";
import { useAttempt } from "../../../shared/use-attempt.ts";
import { endpointsRead, isAboutHooks } from "../../hook-reads.ts";
import { LocalReceiver } from "../../local-receiver.tsx";
import { EndpointFields, type EndpointParams } from "../endpoint-fields.tsx";
import { NewSigningSecret } from "../new-signing-secret.tsx";
import { headersToSend, NO_HEADERS } from "../own-headers.ts";

const DENIED = Object.assign(new Error("role"), { status: 403 });

/** Registers an endpoint: address, events, version. Then shows its secret once. */
export function NewEndpointScreen() {
  const { mode, session } = useSession();
  const query = useQuery(endpointsRead(mode));
  const list = `/${mode}/webhooks/endpoints`;
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Webhook endpoints", href: list }, { label: "Register" }]}
        title="Register an endpoint"
      />
      {session.may.includes("manage_webhooks") ? (
        <div className="grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,31rem)]">
          <QueryState query={query} what="The event types" loading={<Skeleton className="h-60" />}>
            {({ offer }) => <RegisterForm offer={offer} list={list} />}
          </QueryState>
          {mode === "test" && (
            <Section title="No endpoint yet?" note="A receiver on your own machine">
              <LocalReceiver />
            </Section>
          )}
        </div>
      ) : (
        <QueryError error={DENIED} what="New endpoints" onRetry={query.refetch} />
      )}
    </>
  );
}

function RegisterForm({ offer, list }: { offer: EndpointOfferView; list: string }) {
  const { mode } = useSession();
  const router = useRouter();
  const queries = useQueryClient();
  const once = useAttempt();
  const [made, setMade] = useState<EndpointSecretView | null>(null);
  const [params, setParams] = useState<EndpointParams>({
    url: "",
    events: ["*"],
    version: offer.pin,
    description: "",
    headers: NO_HEADERS,
  });
  const register = useMutation({
    mutationFn: async () => {
      const endpoint = {
        ...params,
        url: params.url.trim(),
        description: params.description.trim() || null,
        headers: headersToSend(params.headers),
      };
      return await once(endpoint, (attempt) =>
        client.post("/:mode/endpoints", { mode }, { ...endpoint, attempt }),
      );
    },
    onSuccess: setMade,
  });
  const { errorOf, unplaced } = useFieldErrors(register.error);
  return (
    <form
      className="flex min-w-0 flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        register.mutate();
      }}
    >
      {unplaced && <ErrorBanner error={unplaced} />}
      <EndpointFields
        mode={mode}
        offer={offer}
        params={params}
        errorOf={errorOf}
        onChange={(changes) => setParams({ ...params, ...changes })}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" loading={register.isPending}>
          Register endpoint
        </Button>
        <ButtonLink href={list}>Cancel</ButtonLink>
      </div>
      <NewSigningSecret
        made={made}
        note={made?.note}
        onStored={() => {
          const id = made?.endpoint.id;
          // The secret is shown once, so the page must not keep it.
          setMade(null);
          register.reset();
          void queries.invalidateQueries({ predicate: isAboutHooks });
          router.push(`${list}/${id}`);
        }}
      />
    </form>
  );
}
