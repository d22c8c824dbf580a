import { installBodyRenderer, installWireSerializers } from "#lib/domain/events/index.ts";
import { WIRE_SERIALIZERS } from "./serializers/index.ts";
import { downgrade, renderEventBody } from "./versions/index.ts";

// Imported for its effect by every process that may emit or show events, before the first one.
installWireSerializers(WIRE_SERIALIZERS, downgrade);
installBodyRenderer(renderEventBody);
