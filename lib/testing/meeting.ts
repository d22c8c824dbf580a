/** A place where `count` callers wait for each other: the returned call resolves for all of them
 *  when the last one has come. Later callers pass. */
export function meeting(count: number): () => Promise<void> {
  const complete = Promise.withResolvers<void>();
  let present = 0;
  return async () => {
    present += 1;
    if (present >= count) complete.resolve();
    await complete.promise;
  };
}
