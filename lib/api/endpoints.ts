import { customerEndpoints } from "./handlers/customers.ts";
import type { Endpoint } from "./pipeline/serve.ts";

/** Every endpoint of the API, in the order of the reference. One line per noun. */
export const ENDPOINTS: readonly Endpoint[] = [...customerEndpoints];
