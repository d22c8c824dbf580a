import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Fields } from "../../fields.tsx";
import { Code, Prose } from "../../prose.tsx";
import { EVENT_FAMILIES, resolve } from "../../reference.ts";
import { EventTypeSection } from "../event-type-section.tsx";

type Params = { params: Promise<{ family: string }> };

export const generateStaticParams = () => EVENT_FAMILIES.map(({ name }) => ({ family: name }));

export async function generateMetadata({ params }: Params): Promise<Metadata> {
  return { title: `${(await params).family}.* · Event types · API` };
}

export default async function EventFamilyPage({ params }: Params) {
  const { family } = await params;
  const found = EVENT_FAMILIES.find(({ name }) => name === family);
  if (!found) notFound();
  // All types of a family carry the same kind of object.
  const schema = found.events[0]?.schema;
  return (
    <>
      <h1 className="font-mono text-28 font-semibold">{family}.*</h1>
      <p className="mt-2 max-w-prose text-14 text-ink-muted">
        <Prose>
          {`Subscribe an endpoint to one of these types, or to all of them with \`${family}.*\`. \`data\` is the whole object as it was at the time of the event, in the version pinned on the endpoint.`}
        </Prose>
      </p>
      {schema && (
        <details className="mt-4">
          <summary className="w-fit cursor-pointer text-13 font-medium text-accent-ink">
            Fields of <Code>data</Code>
          </summary>
          <div className="max-w-prose">
            <Fields schema={resolve(schema).schema} />
          </div>
        </details>
      )}
      {found.events.map((event) => (
        <EventTypeSection key={event.type} event={event} />
      ))}
    </>
  );
}
