"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { Button } from "#components/ui/button.tsx";
import { RefusedAction } from "#components/ui/refused-action.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { DeliveryView } from "#lib/dashboard/views/webhooks.ts";
import { useSession } from "../../../../session.tsx";
import { isAboutHooks } from "../../hook-reads.ts";

/** Sends the same event to the same endpoint again and opens the new delivery. No confirmation, because receivers
 * recognise the event id. */
export function ReplayDelivery({ delivery }: { delivery: DeliveryView }) {
  const { mode } = useSession();
  const router = useRouter();
  const queries = useQueryClient();
  const replay = useMutation({
    mutationFn: () => client.post("/:mode/deliveries/:id/replay", { mode, id: delivery.id }),
    onSuccess: ({ deliveryId }) => {
      void queries.invalidateQueries({ predicate: isAboutHooks });
      toast.done("Sent again as a new delivery");
      router.push(`/${mode}/webhooks/deliveries/${deliveryId}`);
    },
    onError: (error) => toast.failed("It was not sent again", { error }),
  });
  const { allowed, reason } = delivery.allowedActions.replay;
  if (!allowed) return <RefusedAction verb="Replay" reason={reason} />;
  return (
    <Button
      variant={delivery.status === "failed" ? "primary" : "secondary"}
      icon={<RotateCw className="size-3.5" aria-hidden />}
      loading={replay.isPending}
      onClick={() => replay.mutate()}
    >
      {delivery.status === "retrying" ? "Send again now" : "Replay"}
    </Button>
  );
}
