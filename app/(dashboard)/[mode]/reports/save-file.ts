import { RequestFailed } from "#lib/dashboard/client.ts";

type Refusal = { error?: ConstructorParameters<typeof RequestFailed>[2] };

/** Downloads a file from an address. Throws a refusal, so that it is shown on the screen instead of in its place: such a
 *  file is not a link. */
export async function saveFile(address: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) {
    const { error } = (await response.json().catch(() => ({}))) as Refusal;
    throw new RequestFailed(response.status, response.headers.get("Service-Request-Id"), error);
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  const url = URL.createObjectURL(await response.blob());
  const link = Object.assign(document.createElement("a"), { href: url, download: name ?? "file" });
  link.click();
  URL.revokeObjectURL(url);
}
