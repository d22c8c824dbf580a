import { Hono } from "hono";
import { fieldsPages } from "./fields/pages.ts";
import { railNews } from "./rail-news.ts";
import { challengePages } from "./three-d-secure/pages.ts";

/** Pages that payers' browsers open without a session, and the URL for rail news. */
export const hostedApp = new Hono();

hostedApp.route("/3d-secure", challengePages);
hostedApp.route("/bank", challengePages);
hostedApp.route("/hosted/v1", fieldsPages);
hostedApp.route("/rail/v1", railNews);
