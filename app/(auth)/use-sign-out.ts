import { useMutation } from "@tanstack/react-query";
import { client } from "#lib/dashboard/client.ts";
import { SHELL_HISTORY } from "../stored-names.ts";

/** Signs out and loads the sign-in page anew, so that no data of this person stays in memory. */
export async function signOut(): Promise<void> {
  await client.delete("/session");
  forgetStored();
  location.replace("/sign-in");
}

/** Takes what this person typed and called out of the browser: drafts, and the shell's history. */
function forgetStored(): void {
  try {
    sessionStorage.clear();
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(SHELL_HISTORY)) localStorage.removeItem(name);
    }
  } catch {
    // Where the browser keeps nothing, there is nothing to take out.
  }
}

export function useSignOut() {
  return useMutation({ mutationFn: signOut });
}
