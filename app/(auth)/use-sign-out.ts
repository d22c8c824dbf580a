import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { client } from "#lib/dashboard/client.ts";

/** Signs out and begins anew at the sign-in, with nothing of this person left. */
export function useSignOut() {
  const router = useRouter();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.delete("/session"),
    onSuccess: () => {
      queries.clear();
      router.replace("/sign-in");
      router.refresh();
    },
  });
}
