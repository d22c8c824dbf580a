export type StreamMessage = { id: string; data: string };

/** Parses chunks of a server-sent event stream into messages; an incomplete message waits for the next chunk. */
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
      // A message without an id is a heartbeat.
      return id === undefined ? [] : [{ id, data: fields.get("data") ?? "" }];
    });
  };
}
