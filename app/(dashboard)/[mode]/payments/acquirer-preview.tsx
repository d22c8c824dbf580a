import { useQuery } from "@tanstack/react-query";
import { type AcquirerResponse, acquirerFacts } from "#components/payments/acquirer-facts.tsx";
import { scaLabel } from "#components/payments/labels.ts";
import { DefinitionList } from "#components/ui/definition-list.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { Sca } from "#lib/kernel/vocabulary/payments.ts";
import { useSession } from "../../session.tsx";

type Facts = { sca: string | null; acquirerResponse: AcquirerResponse | null };

/** The acquirer's facts about the previewed payment. */
export function PaymentPreview({ id }: { id: string }) {
  const { mode } = useSession();
  const { data } = useQuery(read("/:mode/payments/:id", { mode, id }));
  return data ? <FromAcquirer {...data} /> : null;
}

/** The acquirer's facts about the payment of the previewed dispute. */
export function DisputePreview({ id }: { id: string }) {
  const { mode } = useSession();
  const { data } = useQuery(read("/:mode/disputes/:id", { mode, id }));
  return data ? <FromAcquirer {...data.payment} /> : null;
}

/** By these facts a person decides whether to refund, to contest or to try another way. */
function FromAcquirer({ sca, acquirerResponse }: Facts) {
  const told = acquirerFacts(acquirerResponse);
  if (told.length === 0) return null;
  const path = sca ? scaLabel(sca as Sca) : null;
  const flow = path ? [{ term: "Authentication", value: path.word, hint: path.hint }] : [];
  return (
    <section className="mt-6 border-t border-line pt-4">
      <h3 className="mb-3 text-14 font-semibold">From the acquirer</h3>
      <DefinitionList facts={[...flow, ...told]} />
    </section>
  );
}
