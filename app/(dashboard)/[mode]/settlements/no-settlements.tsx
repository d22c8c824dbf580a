import { CodeBlock } from "#components/ui/code-block.tsx";
import { useSession } from "../../session.tsx";
import { NothingYet } from "../shared/list-states.tsx";
import { SampleCall } from "../shared/sample-call.tsx";
import { useOrigin } from "../shared/use-origin.ts";

/** Before the first settlement: how settlements are made, and in test mode how to make one now. */
export function NoSettlements() {
  const { mode } = useSession();
  const origin = useOrigin();
  const payment = `curl ${origin}/v1/payments \\
  -H "Authorization: Bearer $PAYDESK_SECRET_KEY" \\
  -H "Idempotency-Key: order-1053" \\
  -d amount=4200 -d currency=EUR -d method=card \\
  -d payment_method=pm_test_4242424242424242`;
  const day = `curl ${origin}/v1/test/clock/advance \\
  -H "Authorization: Bearer $PAYDESK_SECRET_KEY" \\
  -H "Idempotency-Key: a-day-later" \\
  -d seconds=86400`;
  const isTest = mode === "test";
  return (
    <NothingYet
      noun="settlements"
      teach={
        isTest && (
          <div className="flex flex-col gap-4">
            <CodeBlock
              title="1. Charge a card"
              snippets={[{ language: "curl", code: payment }]}
              wrap
            />
            <SampleCall
              title="2. Advance the clock by one day, here or at the top of the page"
              code={day}
            />
          </div>
        )
      }
    >
      Every day at 00:00 UTC, what was captured since the last cut-off is settled per currency, less
      fees, refunds and chargebacks. It arrives at your bank two business days later.
      {isTest && " In test mode you can make one now:"}
    </NothingYet>
  );
}
