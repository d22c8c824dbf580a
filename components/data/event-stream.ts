export type StreamMessage = { id: string; data: string };

/** Cuts what arrives of a stream of server-sent events into its messages; a part of one waits for its rest. */
export function makeParser(): (piece: string) => StreamMessage[] {
  let text = "";
  return (piece) => {
    text += piece;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    return blocks.flatMap((block) => {
      const fields = new Map<string, string>();
      for (const line of block.split("\n")) {
        const colon = line.indexOf(":");
        if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1).trimStart());
      }
      const id = fields.get("id");
      // What has no id is the sign of life.
      return id === undefined ? [] : [{ id, data: fields.get("data") ?? "" }];
    });
  };
}
