import type { PinChange } from "#lib/domain/accounts/index.ts";
import type { Incident } from "#lib/domain/incidents/index.ts";
import type { KeyRotation } from "#lib/domain/keys/index.ts";
import type { MarkerKind } from "#lib/kernel/vocabulary/markers.ts";
import { iso } from "./shared.ts";

type Facts = {
  incident: Pick<Incident, "dimension" | "value"> & { until: string | null };
  pin: { from: string; to: string };
  rotation: { keyId: string; name: string };
};

/** A moment that a chart marks. Incidents are by the account's clock, the others by real time. */
export type MarkerView = {
  [Kind in MarkerKind]: { kind: Kind; at: string } & Facts[Kind];
}[MarkerKind];

/** The markers of a period, oldest first. */
export function markersView(found: {
  incidents: readonly Incident[];
  pins: readonly PinChange[];
  rotations: readonly KeyRotation[];
}): { markers: MarkerView[] } {
  const markers: MarkerView[] = [
    ...found.incidents.map(({ since, until, dimension, value }) => ({
      ...{ kind: "incident" as const, at: since.toISOString(), until: iso(until) },
      ...{ dimension, value },
    })),
    ...found.pins.map(({ changedAt, fromVersion, toVersion }) => ({
      ...{ kind: "pin" as const, at: changedAt.toISOString() },
      ...{ from: fromVersion, to: toVersion },
    })),
    ...found.rotations.map(({ rotatedAt, keyId, name }) => ({
      ...{ kind: "rotation" as const, at: rotatedAt.toISOString(), keyId, name },
    })),
  ];
  return { markers: markers.toSorted((a, b) => a.at.localeCompare(b.at)) };
}

export type MarkersView = ReturnType<typeof markersView>;
