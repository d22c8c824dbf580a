import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { bookCredit } from "#lib/domain/payout-balance/index.ts";
import { handleNews } from "#lib/domain/rail-news/index.ts";
import { env } from "#lib/kernel/env.ts";
import { log } from "#lib/kernel/log.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import { sandboxSecret } from "#lib/rails/index.ts";
import { NEWS_OPERATION, type News, type NewsAnswer, readNews } from "#lib/rails/protocol/news.ts";
import { SIGNATURE_HEADER } from "#lib/rails/protocol/signature.ts";

const MAX_BODY_BYTES = 4_096;

/** Only a rail in another process sends news. */
const secretOf = (mode: Mode): string | null =>
  mode === "live" ? (env.liveRail?.secret ?? null) : env.sandboxRailUrl ? sandboxSecret() : null;

const plain = (code: string, message: string) => ({ error: { code, message } });
const send = ({ status, body, headers }: NewsAnswer) => new Response(body, { status, headers });

/** The URL for rail news. */
export const railNews = new Hono();

const small = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: (c) =>
    c.json(plain("too_large", `The body can have at most ${MAX_BODY_BYTES} bytes.`), 413),
});

railNews.post(`/${NEWS_OPERATION}`, small, async (c) => {
  const body = Buffer.from(await c.req.arrayBuffer());
  const read = readNews(c.req.header(SIGNATURE_HEADER), body, secretOf);
  if (!read.news) return send(read.answer());
  return send(read.answer({ result: await hear(read.news) }));
});

/** Throws if the rail of a credit cannot be asked; the rail then repeats its news. */
async function hear(news: News): Promise<string> {
  if ("credit" in news) return await bookCredit(news.mode, news.credit);
  return (await handleNews(news)) ? "heard" : "not_waiting";
}

railNews.all("*", (c) => c.json(plain("no_such_operation", "There is no such operation."), 404));

railNews.onError((error, c) => {
  log.error("rail news failed", { error });
  return c.json(plain("unavailable", "Send it again."), 503);
});
