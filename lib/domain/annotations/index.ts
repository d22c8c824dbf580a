export { annotationsOf, deleteNote, editNote, mayDelete, writeNoteIn } from "./notes.ts";
export { changeTags, changeTagsIn, checkedTag, listTags } from "./tags.ts";
export type { Note, NoteDraft, ShownNote, TagChange } from "./types.ts";
