/** The comments of a module. Lines of `//` that follow each other are one, unless code is before the first. */
export const commentsOf = (text: string): string[] =>
  text.match(
    /(?<=^|[\s;{}()[,`])\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*(?:\n[ \t]*\/\/.*)*|(?<=[\s;{}()[,`])\/\/.*/gm,
  ) ?? [];

/** The sentences of all comments, one a line. */
export const commentSentences = (text: string): string =>
  commentsOf(text)
    .map((comment) => comment.replace(/^\s*(?:\/\/+|\/\*+|\*(?!\/))|\*\/$/gm, ""))
    .flatMap((prose) =>
      prose
        .replace(/\s+/g, " ")
        .trim()
        .split(/(?<=[.!?]["”)]?) /),
    )
    .join("\n");
