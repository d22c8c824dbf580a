import type { Context } from "./context.ts";
/** What `login` stored for this person. */
export async function readLogin(_context: Context): Promise<{ key: string; url: string } | null> {
  return null;
}
