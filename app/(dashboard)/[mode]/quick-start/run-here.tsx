"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";
import { firstPaymentBody } from "../payments/first-payment-snippets.ts";
import { AnswerDetail } from "../shell/answer.tsx";

/** Makes the sample payment in test mode. The server uses the account's own key, which the browser never sees. */
export function RunHere() {
  const { session } = useSession();
  const queries = useQueryClient();
  // One key for the screen: pressing twice charges once, as the sample says.
  const [idempotencyKey] = useState(() => `quick-start-${crypto.randomUUID()}`);
  const run = useMutation({
    mutationFn: () =>
      client.post(
        "/:mode/shell",
        { mode: "test" },
        {
          method: "POST",
          path: "/v1/payments",
          body: JSON.stringify(firstPaymentBody(session.account.currency)),
          idempotencyKey,
        },
      ),
    onSuccess: () => queries.invalidateQueries(readsUnder("/test/quick-start")),
  });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          icon={<Play className="size-3.5" aria-hidden />}
          loading={run.isPending}
          onClick={() => run.mutate()}
        >
          Run it here
        </Button>
        <span className="text-12 text-ink-faint">
          Makes this payment in test mode with your account&rsquo;s key.
        </span>
      </div>
      <div role="status">{run.data && <AnswerDetail answer={run.data} />}</div>
      {run.error && <ErrorBanner error={run.error} />}
    </div>
  );
}
