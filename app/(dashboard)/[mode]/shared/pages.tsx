import type { Metadata } from "next";
import { Fragment, type ReactNode } from "react";
import {
  type FilterDef,
  type FilterValues,
  readFilters,
  withoutCursors,
} from "#components/filters/filters.ts";
import { type Read, RequestFailed, read as readViews } from "#lib/dashboard/client.ts";
import { askedColumns, decodeNames } from "#lib/kernel/vocabulary/column-names.ts";
import { VIEWED_LISTS } from "#lib/kernel/vocabulary/list-views.ts";
import { type MetadataList, SUMMED_LISTS } from "#lib/kernel/vocabulary/lists.ts";
import { type AnswerOf, Prefetch, serverClient } from "../../../server-data.tsx";

type Search = Record<string, string | string[] | undefined>;

type ListPage<Key extends string> = {
  /** The list whose optional columns are read with it. */
  list?: MetadataList;
  /** Filters that the address may hold beside the cursor. */
  filters?: readonly FilterDef<Key>[];
  /** The read of the screen, with the same path and filters. */
  read: (mode: string, filters: FilterValues<Key>, columns: { more?: string }) => Read;
  /** Other reads of the screen, whose answers would move what is below them if they came later. */
  also?: (mode: string, filters: FilterValues<Key>) => readonly Read[];
  /** Reads of parts below, which have a placeholder until they are answered. */
  following?: (mode: string, filters: FilterValues<Key>) => readonly Read[];
  screen: ReactNode;
};

/** The page of a list or report: takes the filters from the address, reads on the server, shows the screen. */
export function listPage<Key extends string = never>({
  list,
  filters = [],
  read,
  also = () => [],
  following = () => [],
  screen,
}: ListPage<Key>) {
  return async function page(props: {
    params: Promise<{ mode: string }>;
    searchParams: Promise<Search>;
  }) {
    const { mode } = await props.params;
    const search = await props.searchParams;
    const columns = list ? askedColumns(list, await columnsOf(list, search)) : {};
    const values = readFilters(filters, search);
    const rows = read(mode, values, columns);
    const reads = [
      rows,
      ...also(mode, values),
      ...viewsOf(mode, rows),
      ...sumsOf(mode, rows, values),
    ];
    return (
      <Prefetch reads={reads} following={() => following(mode, values)}>
        {screen}
      </Prefetch>
    );
  };
}

/** The columns that the screen will show: of the address, else the person's own. */
async function columnsOf(list: MetadataList, { columns }: Search): Promise<string[] | null> {
  if (typeof columns === "string") return decodeNames(columns);
  try {
    const { layouts } = await (await serverClient()).get("/session");
    return layouts[list]?.columns ?? null;
  } catch (error) {
    // The read of the page handles a session that ended.
    if (error instanceof RequestFailed) return null;
    throw error;
  }
}

/** The saved views of the list that is read. */
function viewsOf(mode: string, { queryKey: [, path] }: Read): Read[] {
  const list = VIEWED_LISTS.find((name) => path === `/${mode}/${name}`);
  return list ? [readViews("/:mode/list-views", { mode }, { list })] : [];
}

/** The sums of the list that is read. */
function sumsOf(mode: string, { queryKey: [, path] }: Read, filters: FilterValues): Read[] {
  const list = SUMMED_LISTS.find((name) => path === `/${mode}/${name}`);
  return list ? [readViews(`/:mode/${list}/sums`, { mode }, withoutCursors(filters))] : [];
}

type Address = { mode: string; id: string; search: Search };

type DetailPage = {
  /** The noun of the object; with its id, the title of the window. */
  name: string;
  reads: (address: Address) => readonly Read[];
  /** Reads of parts below, which have a placeholder until they are answered. */
  following?: (address: Address, answerOf: AnswerOf) => readonly Read[];
  screen: (id: string) => ReactNode;
};

/** The page of one object: reads it on the server, or answers 404, and shows the screen. */
export function detailPage({ name, reads, following = () => [], screen }: DetailPage) {
  type Props = { params: Promise<{ mode: string; id: string }>; searchParams: Promise<Search> };
  async function generateMetadata({ params }: Props): Promise<Metadata> {
    return { title: `${name} ${(await params).id}` };
  }
  async function page({ params, searchParams }: Props) {
    const { mode, id } = await params;
    const address = { mode, id, search: await searchParams };
    return (
      <Prefetch reads={reads(address)} following={(answerOf) => following(address, answerOf)}>
        {/* By key: a link from one object to another of its kind starts with fresh state. */}
        <Fragment key={id}>{screen(id)}</Fragment>
      </Prefetch>
    );
  }
  return { generateMetadata, Page: page };
}
