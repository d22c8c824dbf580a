import { CodeBlock } from "#components/ui/code-block.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { useSession } from "../../session.tsx";
import { useOrigin } from "../shared/use-origin.ts";

export type NothingPaidProps = {
  title: string;
  /** What stands here once there are payments. */
  children: string;
  /** Whether filters may be why nothing is here. */
  narrowed: boolean;
  /** The test card whose payment fills the report. */
  card: string;
};

/** A report without figures: what would bring some. */
export function NothingPaid({ title, children, narrowed, card }: NothingPaidProps) {
  const { mode } = useSession();
  const origin = useOrigin();
  if (narrowed) {
    return <EmptyState title={title}>Drop a filter, or choose a longer period.</EmptyState>;
  }
  const payment = `curl ${origin}/v1/payments \\
  -H "Authorization: Bearer sk_test_…" \\
  -H "Idempotency-Key: order-1043" \\
  -d amount=4200 -d currency=EUR -d method=card \\
  -d payment_method=pm_test_${card}`;
  const sample = <CodeBlock snippets={[{ language: "curl", code: payment }]} wrap />;
  return (
    <EmptyState title={title} teach={mode === "test" && sample}>
      {`${children} Choose a longer period${mode === "test" ? ", or make the first payment:" : "."}`}
    </EmptyState>
  );
}
