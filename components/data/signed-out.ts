import { toast } from "../ui/toast.tsx";

/** Several reads of a page fail together. */
const APART_MS = 60_000;

let toldMs = Number.NEGATIVE_INFINITY;

/** Tells that the session ended while a form was being filled in, and how to keep its text. */
export function tellSignedOut(): void {
  if (performance.now() - toldMs < APART_MS) return;
  toldMs = performance.now();
  toast.failed("You were signed out", {
    description:
      "Your text is still here. Sign in in another tab of this browser, then continue in this one.",
  });
}
