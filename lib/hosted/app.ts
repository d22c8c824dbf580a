import { Hono } from "hono";
import { publicBookKeys } from "#lib/domain/books/index.ts";
import { fieldsPages } from "./fields/pages.ts";
import { railNews } from "./rail-news.ts";
import { challengePages } from "./three-d-secure/pages.ts";

/** Pages that payers' browsers open without a session, and the URL for rail news. */
export const hostedApp = new Hono();

hostedApp.route("/3d-secure", challengePages);
hostedApp.route("/bank", challengePages);
hostedApp.route("/hosted/v1", fieldsPages);
hostedApp.route("/rail/v1", railNews);

/** The public keys that verify the proofs of files (`npm run -s books -- verify`), as a JSON Web Key Set. */
hostedApp.get("/.well-known/paydesk-books.json", async (c) =>
  c.json({ keys: await publicBookKeys() }, 200, { "Cache-Control": "public, max-age=300" }),
);
