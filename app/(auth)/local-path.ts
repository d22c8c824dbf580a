/** Returns `next` if it is a dashboard path, else the home screen, so that a link cannot redirect to another
 *  site. */
export function localPath(next: string | string[] | undefined): string {
  return typeof next === "string" && /^\/(test|live)(\/[\w/-]*)?(\?[^\\]*)?$/.test(next)
    ? next
    : "/test/home";
}
