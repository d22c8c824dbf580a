import { RequestFailed } from "#lib/dashboard/client.ts";
import { serverClient } from "../../server-data.tsx";
import { type Demo, SignInForm } from "./sign-in-form.tsx";

export const metadata = { title: "Sign in" };

type Props = { searchParams: Promise<{ next?: string | string[] }> };

export default async function SignInPage({ searchParams }: Props) {
  const { next } = await searchParams;
  return <SignInForm demo={await readDemo()} next={localPath(next)} />;
}

/** The demo account's sign-in, where one was seeded. Without an answer the form stands alone. */
async function readDemo(): Promise<Demo | null> {
  try {
    return (await (await serverClient()).get<{ demo: Demo | null }>("/sign-in")).demo;
  } catch (error) {
    if (error instanceof RequestFailed) return null;
    throw error;
  }
}

/** Only a path of ours: an address handed in from outside must not lead anywhere else. */
function localPath(next: string | string[] | undefined): string {
  return typeof next === "string" && /^\/(test|live)(\/[\w/-]*)?(\?[^\\]*)?$/.test(next)
    ? next
    : "/test/home";
}
