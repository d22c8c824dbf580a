import { redirect } from "next/navigation";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { PairScreen } from "./pair-screen.tsx";

export const metadata = { title: "Pair a command line" };

type Props = {
  params: Promise<{ mode: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Where `paydesk login` sends people. Only test mode can be paired. */
export default async function PairPage({ params, searchParams }: Props) {
  const given = (await searchParams).code;
  const code = typeof given === "string" ? given : "";
  if ((await params).mode !== "test") redirect(pairAddress(code));
  return (
    <Prefetch reads={code ? [read("/pairing", {}, { code })] : []}>
      <PairScreen key={code} code={code} />
    </Prefetch>
  );
}

const pairAddress = (code: string) =>
  `/test/keys/pair${code ? `?code=${encodeURIComponent(code)}` : ""}`;
