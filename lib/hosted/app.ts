import { Hono } from "hono";
import { fieldsPages } from "./fields/pages.ts";
import { challengePages } from "./three-d-secure/pages.ts";

/** Pages for payers: served by us, opened by their browsers, without a session. */
export const hostedApp = new Hono();

hostedApp.route("/3d-secure", challengePages);
hostedApp.route("/hosted/v1", fieldsPages);
