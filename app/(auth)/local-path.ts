/** Only a path of ours: an address handed in from outside must not lead anywhere else. */
export function localPath(next: string | string[] | undefined): string {
  return typeof next === "string" && /^\/(test|live)(\/[\w/-]*)?(\?[^\\]*)?$/.test(next)
    ? next
    : "/test/home";
}
