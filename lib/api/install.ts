import { installWireSerializers } from "#lib/domain/events/index.ts";
import { WIRE_SERIALIZERS } from "./serializers/index.ts";
import { downgrade } from "./versions/index.ts";

// Imported for its effect by every process that may emit events, before the first one.
installWireSerializers(WIRE_SERIALIZERS, downgrade);
