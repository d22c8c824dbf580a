/** Mentions in the text of a note: `@` and the whole name of a member. */

type Member = { id: string; name: string };

type Part = { text: string; isMention: boolean; at: number };

/** The text cut at its mentions. If two names match, the longer one counts. */
export function splitMentions(text: string, members: readonly Member[]): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const { at, member } of found(text, members)) {
    if (at > from) parts.push({ text: text.slice(from, at), isMention: false, at: from });
    from = at + member.name.length + 1;
    parts.push({ text: text.slice(at, from), isMention: true, at });
  }
  if (from < text.length) parts.push({ text: text.slice(from), isMention: false, at: from });
  return parts;
}

/** The ids of the members whom a text mentions. Members with the same name are all meant. */
export function mentionsIn(text: string, members: readonly Member[]): string[] {
  const names = new Set(found(text, members).map(({ member }) => member.name));
  return members.filter(({ name }) => names.has(name)).map(({ id }) => id);
}

function found(text: string, members: readonly Member[]): { at: number; member: Member }[] {
  const longest = [...members].sort((a, b) => b.name.length - a.name.length);
  const all = [];
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const member = longest.find(
      ({ name }) =>
        text.startsWith(name, at + 1) && !/[\p{L}\p{N}]/u.test(text[at + 1 + name.length] ?? ""),
    );
    if (member) all.push({ at, member });
  }
  return all;
}

/** The text between the last `@` and the caret, for completion; null without one. */
export function mentionAt(text: string, caret: number): { at: number; typed: string } | null {
  const typed = /(?:^|[\s(])@([^\s@][^\n@]{0,40})?$/u.exec(text.slice(0, caret));
  if (!typed) return null;
  const [, name = ""] = typed;
  return { at: caret - name.length - 1, typed: name };
}
