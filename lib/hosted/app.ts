import { Hono } from "hono";
import { challengePages } from "./three-d-secure/pages.ts";

/** Pages for payers: served by us, opened by their browsers, without a session or a script. */
export const hostedApp = new Hono();

hostedApp.route("/3d-secure", challengePages);
