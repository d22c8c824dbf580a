"use client";

import { CodeBlock } from "#components/ui/code-block.tsx";
import { useSession } from "../../session.tsx";
import { useOrigin } from "../shared/use-origin.ts";
import { firstPaymentSnippets } from "./first-payment-snippets.ts";

/** The call that makes a first payment, complete except for the secret. */
export function FirstPayment(props: { baseUrl?: string }) {
  const { mode, session } = useSession();
  const here = useOrigin();
  const { currency } = session.account;
  const origin = props.baseUrl ?? here;
  const snippets = firstPaymentSnippets({ mode, origin, currency });
  return <CodeBlock title="Make a payment" snippets={snippets} wrap />;
}
