import type { Envelope, MailContent } from "./types.ts";

const LONGEST_SUBJECT = 180;

/** One line of text, so that a merchant's text cannot start a header. */
export function headerText(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
  return line.length > LONGEST_SUBJECT ? `${line.slice(0, LONGEST_SUBJECT - 1)}…` : line;
}

/** Renders a message as plain text and as simple HTML without external images, scripts or styles. `footer` says why the
 *  reader gets it. */
export function renderMail(
  content: MailContent,
  footer: string,
): { subject: string; textBody: string; htmlBody: string } {
  const { paragraphs, facts = [], secret } = content;
  const action = content.action && secret ? withHole(content.action) : content.action;
  const lines = [
    ...paragraphs.flatMap((paragraph) => [paragraph, ""]),
    ...facts.map(([name, value]) => `${name}: ${oneLine(value)}`),
    ...(facts.length > 0 ? [""] : []),
    ...(action ? [`${action.label}:`, action.url, ""] : []),
    "-- ",
    footer,
  ];
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    ...(facts.length > 0 ? [`<table>${facts.map(factRow).join("")}</table>`] : []),
    ...(action ? [`<p><a href="${escaped(action.url)}">${escaped(action.label)}</a></p>`] : []),
    `<p><small>${escaped(footer)}</small></p>`,
  ];
  return {
    subject: headerText(content.subject),
    textBody: lines.join("\n"),
    htmlBody: `<!doctype html><html lang="en"><body>${html.join("")}</body></html>`,
  };
}

const HOLE = "#…";

const withHole = ({ label, url }: { label: string; url: string }) => ({ label, url: url + HOLE });

/** Adds the secret to the link of a message before it is sent. */
export function withSecret<M extends { textBody: string; htmlBody: string }>(
  message: M,
  secret: string,
): M {
  const fill = (text: string) => text.replaceAll(HOLE, () => `#${secret}`);
  return { ...message, textBody: fill(message.textBody), htmlBody: fill(message.htmlBody) };
}

type Body = { subject: string; textBody: string; htmlBody: string };

/** Combines several messages for one person into one e-mail, oldest first; a single one stays as it is. */
export function bundled(
  id: string,
  recipient: string,
  messages: readonly [Body, ...Body[]],
): Envelope {
  const [first, ...others] = messages;
  if (others.length === 0) {
    return { id, recipient, subject: first.subject, text: first.textBody, html: first.htmlBody };
  }
  const subject = headerText(`${messages.length} notices: ${first.subject}`);
  const text = messages.map((each) => `${each.subject}\n\n${each.textBody}`).join("\n\n\n");
  const parts = messages.map((each) => `<h2>${escaped(each.subject)}</h2>${inside(each.htmlBody)}`);
  const html = `<!doctype html><html lang="en"><body>${parts.join("<hr>")}</body></html>`;
  return { id, recipient, subject, text, html };
}

const inside = (html: string) => html.replace(/^.*<body>|<\/body>.*$/gs, "");

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");

const factRow = ([name, value]: readonly [string, string]) =>
  `<tr><th align="left">${escaped(name)}</th><td>${escaped(oneLine(value))}</td></tr>`;

const SIGNS: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
}
