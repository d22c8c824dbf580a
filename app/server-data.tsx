import { setTimeout } from "node:timers/promises";
import {
  type DataTag,
  defaultShouldDehydrateQuery,
  dehydrate,
  type Query,
  type QueryKey,
} from "@tanstack/react-query";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import type { ReactNode } from "react";
import { Answers } from "#components/data/answers.tsx";
import { makeQueryClient } from "#components/data/query-client.ts";
import { type Client, makeClient, type Read, RequestFailed } from "#lib/dashboard/client.ts";

type InternalFetch = (path: string, init?: RequestInit) => Promise<Response>;

/** The server's note of the changes known before any read of the page. Its reads pass it on, so that changes are kept
 *  until the page's stream opens. */
const LIVE_HEADER = "x-paydesk-live";

/** The id from which the page's stream of changes resumes. */
export const liveSince = async (): Promise<string | null> => (await headers()).get(LIVE_HEADER);

/** The client for server components. It calls `/internal` in process, with the visitor's cookie and address. */
export async function serverClient(): Promise<Client> {
  const visitor = await headers();
  const passed: Record<string, string> = {};
  for (const name of ["cookie", "user-agent", "x-forwarded-for", LIVE_HEADER]) {
    const value = visitor.get(name);
    if (value) passed[name] = value;
  }
  return makeClient(async (path, init) => {
    const ask = (globalThis as { __paydeskInternalFetch?: InternalFetch }).__paydeskInternalFetch;
    if (!ask) throw new RequestFailed(503, null, { message: "The service is still starting." });
    return ask(path, { ...init, headers: { ...passed, ...(init.headers as object) } });
  });
}

/** Redirects to sign-in, and from there back to this page. */
export const toSignIn = () => toPage("/sign-in");

/** Redirects to the page `first`, and from there back to this page. */
export async function toPage(first: string): Promise<never> {
  const path = (await headers()).get("x-paydesk-path");
  redirect(path ? `${first}?next=${encodeURIComponent(path)}` : first);
}

/** The answer to a read of the page, if it succeeded. */
export type AnswerOf = <View>(read: {
  queryKey: DataTag<QueryKey, View, Error>;
}) => View | undefined;
/** Reads of parts further down, which may depend on the answers to the page's reads. */
type Following = (answerOf: AnswerOf) => readonly Read[];

/** The longest wait for reads of parts further down. */
const PATIENCE_MS = 100;

type PrefetchProps = { reads: readonly Read[]; following?: Following; children: ReactNode };

/** Prefetches the screen's reads and sends them with the HTML. A missing object becomes the 404 page. After any
 *  other failure the screen reads again and shows the error. Reads of `following` start on the server as well. Those that
 *  are answered within `PATIENCE_MS` are in the HTML, so that nothing moves when they come; the others are sent when they
 *  are answered. */
export async function Prefetch(props: PrefetchProps) {
  const client = await serverClient();
  const queries = makeQueryClient();
  await Promise.all(
    props.reads.map(async ({ queryKey }) => {
      try {
        queries.setQueryData(queryKey, await client.answer(queryKey));
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error;
        if (error.status === 401) await toSignIn();
        if (error.status === 404) notFound();
      }
    }),
  );
  const answerOf: AnswerOf = ({ queryKey }) => queries.getQueryData(queryKey);
  const following = (props.following?.(answerOf) ?? []).map(({ queryKey }) => {
    const queryFn = () => client.answer(queryKey).catch(readAgain);
    return queries.prefetchQuery({ queryKey, queryFn, retry: false });
  });
  if (following.length > 0) await Promise.race([Promise.all(following), setTimeout(PATIENCE_MS)]);
  const state = dehydrate(queries, { shouldDehydrateQuery: isAnsweredOrAsked });
  return <Answers state={state}>{props.children}</Answers>;
}

const isAnsweredOrAsked = (query: Query) =>
  defaultShouldDehydrateQuery(query) || query.state.status === "pending";

/** The browser reads again after a failure, and shows the error or leaves for the sign-in. */
function readAgain(): never {
  throw new Error("The read failed on the server.");
}
