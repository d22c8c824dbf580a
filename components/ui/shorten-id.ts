/** `pay_01HZX…9K3F`: prefix and both ends, which people compare. */
export function shortenId(id: string, head = 5, tail = 4): string {
  const start = id.indexOf("_") + 1 + head;
  return id.length <= start + tail + 1 ? id : `${id.slice(0, start)}…${id.slice(-tail)}`;
}
