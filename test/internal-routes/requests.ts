import { attempt, type World } from "./world.ts";

/** A request about the object that `find` returns, with a body. */
export const about =
  (find: (world: World) => Promise<string>, body: () => object = attempt) =>
  async (world: World) => ({ id: await find(world), body: body() });
/** A request with only a body. */
export const saying = (body: () => object) => async () => ({ body: body() });
