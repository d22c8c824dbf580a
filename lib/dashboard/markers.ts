import { listPinChanges } from "#lib/domain/accounts/index.ts";
import { listIncidents } from "#lib/domain/incidents/index.ts";
import { listRotations } from "#lib/domain/keys/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Period } from "#lib/kernel/period.ts";
import {
  incidentMarker,
  type MarkerView,
  pinMarker,
  type RequestMarkerView,
  rotationMarker,
} from "./views/markers.ts";

/** Markers of a chart of requests in a period: pin changes and key rotations, oldest first. */
export async function requestMarkers(ctx: Context, period: Period): Promise<RequestMarkerView[]> {
  const [pins, rotations] = await Promise.all([
    listPinChanges(ctx, period),
    listRotations(ctx, period),
  ]);
  return inOrder([...pins.map(pinMarker), ...rotations.map(rotationMarker)]);
}

/** Markers of a chart of payments in a period, oldest first: incidents as well. Pins and rotations have real times, so
 *  they have no place among payments that the sandbox clock dates ahead. */
export async function paymentMarkers(ctx: Context, period: Period): Promise<MarkerView[]> {
  const [incidents, others] = await Promise.all([
    listIncidents(ctx, period),
    ctx.clockAheadMs === 0 ? requestMarkers(ctx, period) : [],
  ]);
  return inOrder([...incidents.map(incidentMarker), ...others]);
}

const inOrder = <Marker extends MarkerView>(markers: Marker[]): Marker[] =>
  markers.toSorted((a, b) => a.at.localeCompare(b.at));
