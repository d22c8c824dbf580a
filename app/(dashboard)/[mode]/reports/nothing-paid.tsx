import { EmptyState } from "#components/ui/empty-state.tsx";
import { later } from "#components/ui/later.tsx";
import { useSession } from "../../session.tsx";
import { useOrigin } from "../shared/use-origin.ts";

/** Only in an empty report. */
const SampleCall = later<{ code: string }>(() =>
  import("../shared/sample-call.tsx").then(({ SampleCall }) => SampleCall),
);

export type NothingPaidProps = {
  title: string;
  /** Contents of the report once there are payments. */
  children: string;
  /** Whether filters can be the reason. */
  narrowed: boolean;
  /** A test card whose payment appears in the report. */
  card: string;
};

/** A report without data, and how to get some. */
export function NothingPaid({ title, children, narrowed, card }: NothingPaidProps) {
  const { mode } = useSession();
  const origin = useOrigin();
  if (narrowed) {
    return <EmptyState title={title}>Remove a filter or choose a longer period.</EmptyState>;
  }
  const payment = `curl ${origin}/v1/payments \\
  -H "Authorization: Bearer $PAYDESK_SECRET_KEY" \\
  -H "Idempotency-Key: order-1043" \\
  -d amount=4200 -d currency=EUR -d method=card \\
  -d payment_method=pm_test_${card}`;
  const sample = <SampleCall code={payment} />;
  return (
    <EmptyState title={title} teach={mode === "test" && sample}>
      {`${children} Choose a longer period${mode === "test" ? ", or make the first payment:" : "."}`}
    </EmptyState>
  );
}
