"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { QueryState } from "#components/data/query-state.tsx";
import { choicesOf } from "#components/filters/choices.ts";
import { urlParts } from "#components/format/delivery-labels.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Section } from "#components/ui/section.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Select } from "#components/ui/select.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { FieldDiffTable } from "#components/versions/field-diff-table.tsx";
import type { CompareView, VersionsView } from "#lib/dashboard/views/versions.ts";
import type { ComparedSubject } from "#lib/kernel/vocabulary/versions.ts";
import { COMPARED_SUBJECTS } from "#lib/kernel/vocabulary/versions.ts";
import { useSession } from "../../session.tsx";
import { VersionDiffs } from "../webhooks/endpoints/version-diffs.tsx";
import { Changes } from "./changes.tsx";
import { type Choice, comparedIn, objectRead, subjectIn } from "./compared.ts";
import { useContract } from "./contract.ts";
import { EndpointPinDialog } from "./endpoint-pin-dialog.tsx";
import { PinDialog } from "./pin-dialog.tsx";
import { Shadow } from "./shadow.tsx";

const ACCOUNT = "account";
const SUBJECTS = choicesOf(COMPARED_SUBJECTS, {
  declined_payment: "Declined payment",
  payment: "Payment",
  refund: "Refund",
  list: "List",
  event: "Event",
});
const LISTS: Record<ComparedSubject, string> = {
  declined_payment: "payments",
  payment: "payments",
  refund: "refunds",
  list: "payments",
  event: "events",
};

/** Compares the pin with another version on the merchant's own objects, and changes the pin. */
export function Compare({ view }: { view: VersionsView }) {
  const { mode } = useSession();
  const [choice, choose] = useChoice();
  const { endpoint, pin, others, target } = comparedIn(view, choice);
  const pins = [
    {
      value: ACCOUNT,
      label: `${mode === "live" ? "Live" : "Test"} mode`,
      note: `Pinned to ${view.pin}`,
    },
    ...view.endpoints.map(({ id, url, version }) => {
      const { host, path } = urlParts(url);
      return { value: id, label: `${host}${path}`, note: `Endpoint, pinned to ${version}` };
    }),
  ];
  return (
    <Section
      title="What another version changes"
      note="Shown on your own latest objects before you change the pin. Upgrades and downgrades."
    >
      <div className="flex flex-col gap-6">
        <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
          <Field label="The pin of" className="w-full sm:w-72">
            <Select
              choices={pins}
              value={endpoint?.id ?? ACCOUNT}
              onChange={(next: string) => choose({ endpoint: next === ACCOUNT ? null : next })}
            />
          </Field>
          <div className="flex flex-col gap-1.5">
            <span className="text-13 font-medium">
              From <span className="tabular-nums">{pin}</span> to
            </span>
            <Segmented
              label="Target version"
              choices={others.map((version) => ({ value: version, label: version }))}
              value={target}
              onChange={(to) => choose({ to })}
            />
          </div>
          <span className="ml-auto max-sm:ml-0">
            {endpoint ? (
              <EndpointPinDialog view={view} endpoint={endpoint} target={target} />
            ) : (
              <PinAction view={view} target={target} />
            )}
          </span>
        </div>
        {!endpoint && <Shadow from={pin} to={target} />}
        <div className="grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
          {endpoint ? (
            <EndpointComparison endpointId={endpoint.id} target={target} />
          ) : (
            <ObjectComparison pin={pin} target={target} />
          )}
          <Changes view={view} from={pin} to={target} endpoint={endpoint} />
        </div>
      </div>
    </Section>
  );
}

function PinAction({ view, target }: { view: VersionsView; target: string }) {
  const { mode, session } = useSession();
  if (!session.may.includes("manage_versions")) {
    return (
      <span className="text-13 text-ink-muted">
        Owners, admins and developers can change the pin.
      </span>
    );
  }
  if (view.oldest !== null && target < view.oldest) {
    return (
      <span className="block max-w-72 text-13 text-ink-muted">
        You can undo an upgrade for 72 hours. A request can still name an older version in a header.
      </span>
    );
  }
  return (
    <PinDialog
      view={view}
      target={target}
      trigger={
        <Button variant="primary">
          Pin {mode} mode to {target}
        </Button>
      }
    />
  );
}

function EndpointComparison({ endpointId, target }: { endpointId: string; target: string }) {
  const { changes } = useContract();
  return <VersionDiffs endpointId={endpointId} target={target} changes={changes} />;
}

function ObjectComparison({ pin, target }: { pin: string; target: string }) {
  const { mode } = useSession();
  const { changes } = useContract();
  const [choice, choose] = useChoice();
  const about = subjectIn(choice);
  const query = useQuery({
    ...objectRead(mode, pin, target, about),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="max-w-full overflow-x-auto">
        <Segmented
          label="Shown on"
          choices={SUBJECTS}
          value={about}
          onChange={(next) => choose({ about: next })}
        />
      </div>
      <QueryState
        query={query}
        what="The comparison"
        loading={<Skeleton className="h-64 w-full" />}
      >
        {(shown) => (
          <>
            <p className="text-13 text-ink-muted">
              <Which shown={shown} />
            </p>
            <FieldDiffTable
              caption={`One object in version ${shown.from} and in ${shown.to}`}
              left={{ version: shown.from, label: `${shown.from}, now`, object: shown.before }}
              right={{ version: shown.to, label: shown.to, object: shown.after }}
              changes={changes}
            />
          </>
        )}
      </QueryState>
    </div>
  );
}

/** The label of the object, so that an example is not mistaken for a real one. */
function Which({ shown }: { shown: CompareView }) {
  const { mode } = useSession();
  const { about, id, isReal } = shown;
  const word = SUBJECTS.find(({ value }) => value === about)!.label.toLowerCase();
  if (!isReal) return `An example ${word}, because there is none in ${mode} mode yet.`;
  if (about === "list") return "Your latest payments, as GET /v1/payments lists them.";
  return (
    <>
      Your latest {word},{" "}
      <TextLink inText href={`/${mode}/${LISTS[about]}/${id}`} className="font-mono text-12">
        {id}
      </TextLink>
    </>
  );
}

/** The compared versions are in the address, so that they can be linked to. */
function useChoice(): [Choice, (changes: Partial<Choice>) => void] {
  const search = useSearchParams();
  const pathname = usePathname();
  const choice = {
    to: search.get("to"),
    about: search.get("about"),
    endpoint: search.get("endpoint"),
  };
  const choose = (changes: Partial<Choice>) => {
    const next = new URLSearchParams(search.toString());
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    const query = next.toString();
    window.history.replaceState(null, "", query ? `${pathname}?${query}` : pathname);
  };
  return [choice, choose];
}
