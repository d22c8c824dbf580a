import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { OperationSection } from "../operation-section.tsx";
import { GROUPS } from "../reference.ts";

type Params = { params: Promise<{ group: string }> };

export const generateStaticParams = () => GROUPS.map(({ slug }) => ({ group: slug }));

const find = (slug: string) => GROUPS.find((group) => group.slug === slug);

export async function generateMetadata({ params }: Params): Promise<Metadata> {
  return { title: `${find((await params).group)?.name ?? "Not found"} · API` };
}

export default async function GroupPage({ params }: Params) {
  const group = find((await params).group);
  if (!group) notFound();
  return (
    <>
      <h1 className="pb-8 text-28 font-semibold">{group.name}</h1>
      {group.operations.map((operation) => (
        <OperationSection key={operation.operationId} operation={operation} />
      ))}
    </>
  );
}
