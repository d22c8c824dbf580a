import { toast } from "../ui/toast.tsx";

let isTold = false;

/** Tells once that the session ended while a form was being filled in, and how to keep its text. */
export function tellSignedOut(): void {
  if (isTold) return;
  isTold = true;
  toast.failed("You were signed out", {
    description:
      "Your text is still here. Sign in in another tab of this browser, then continue in this one.",
  });
}
