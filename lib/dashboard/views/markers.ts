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

type View<Kind extends MarkerKind> = { kind: Kind; at: string } & Facts[Kind];

/** A moment that a chart marks. Incidents are by the account's clock, the others by real time. */
export type MarkerView = { [Kind in MarkerKind]: View<Kind> }[MarkerKind];

export type RequestMarkerView = View<"pin"> | View<"rotation">;

export const incidentMarker = ({ since, until, dimension, value }: Incident): View<"incident"> => ({
  ...{ kind: "incident", at: since.toISOString(), until: iso(until) },
  ...{ dimension, value },
});

export const pinMarker = ({ changedAt, fromVersion, toVersion }: PinChange): View<"pin"> => ({
  ...{ kind: "pin", at: changedAt.toISOString(), from: fromVersion, to: toVersion },
});

export const rotationMarker = ({ rotatedAt, keyId, name }: KeyRotation): View<"rotation"> => ({
  ...{ kind: "rotation", at: rotatedAt.toISOString(), keyId, name },
});
