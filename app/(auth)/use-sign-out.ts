import { useMutation } from "@tanstack/react-query";
import { client } from "#lib/dashboard/client.ts";

/** Signs out and begins anew at the sign-in, with nothing of this person left: the page is another one then. */
export async function signOut(): Promise<void> {
  await client.delete("/session");
  location.replace("/sign-in");
}

export function useSignOut() {
  return useMutation({ mutationFn: signOut });
}
