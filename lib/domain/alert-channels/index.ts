export {
  checkChannel,
  createChannel,
  createChannelIn,
  deleteChannel,
  testChannel,
} from "./change-channels.ts";
export { dueAlertPosts } from "./send-posts.ts";
export { list as listChannels } from "./store.ts";
