import { readFilters } from "#components/filters/filters.ts";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../server-data.tsx";
import { HOME_FILTERS } from "./home-filters.ts";
import { HomeScreen } from "./home-screen.tsx";

export const metadata = { title: "Home" };

type Props = {
  params: Promise<{ mode: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function HomePage({ params, searchParams }: Props) {
  const { mode } = await params;
  const values = readFilters(HOME_FILTERS, await searchParams);
  return (
    <Prefetch reads={[read("/:mode/home", { mode }, values)]}>
      <HomeScreen />
    </Prefetch>
  );
}
