import { VERSIONS } from "../../../../../docs/api/reference.ts";
import { Prefetch } from "../../../../../server-data.tsx";
import { deliveriesRead, endpointRead } from "../../hook-reads.ts";
import { EndpointScreen } from "./endpoint-screen.tsx";

export const metadata = { title: "Webhook endpoint" };

/** What telling two versions apart needs of the changelog, and no more: it goes to the browser. */
const SHAPE_CHANGES = VERSIONS.changes.map(({ date, affects, fields }) => ({
  date,
  affects: { objects: affects.objects },
  fields,
}));

type Props = { params: Promise<{ mode: string; id: string }> };

export default async function EndpointPage({ params }: Props) {
  const { mode, id } = await params;
  return (
    <Prefetch reads={[endpointRead(mode, id), deliveriesRead(mode, { endpoint: id })]}>
      <EndpointScreen id={id} changes={SHAPE_CHANGES} />
    </Prefetch>
  );
}
