import { useMutation } from "@tanstack/react-query";
import { client } from "#lib/dashboard/client.ts";

/** Signs out and loads the sign-in page anew, so that no data of this person stays in memory. */
export async function signOut(): Promise<void> {
  await client.delete("/session");
  location.replace("/sign-in");
}

export function useSignOut() {
  return useMutation({ mutationFn: signOut });
}
