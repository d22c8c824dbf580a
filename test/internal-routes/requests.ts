import { attempt, type World } from "./world.ts";

/** A request about what `find` makes, with a body. */
export const about =
  (find: (world: World) => Promise<string>, body: () => object = attempt) =>
  async (world: World) => ({ id: await find(world), body: body() });
/** A body alone. */
export const saying = (body: () => object) => async () => ({ body: body() });
