import { z } from "zod";
import { FILE_TYPES } from "#lib/kernel/vocabulary/disputes.ts";
import { defineRoute } from "./route.ts";
import { deletedOf, envelope, expandable, listOf, listQuery } from "./shared.ts";

export const disputeFileWire = z
  .object({
    ...envelope("dispute_file", "dpf"),
    dispute: expandable("dp", "dispute"),
    name: z.string().meta({ description: "The file's name" }),
    type: z.enum(FILE_TYPES).meta({ description: "Found in the file's content, not in its name" }),
    size: z.int().min(1).meta({ description: "Bytes" }),
    sha256: z.string().meta({ description: "SHA-256 of the file, in hexadecimal" }),
  })
  .meta({ id: "dispute_file", description: "A file that is part of a dispute's evidence" });
export type DisputeFileWire = z.output<typeof disputeFileWire>;

const EXAMPLE: DisputeFileWire = {
  id: "dpf_01kp0c5n7v3m8q2w4x6y9z1b5m",
  object: "dispute_file",
  livemode: false,
  created: "2026-04-13T08:12:44Z",
  metadata: {},
  dispute: "dp_01kp0c5n7v3m8q2w4x6y9z1b5k",
  name: "delivery-note.pdf",
  type: "application/pdf",
  size: 48_213,
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
};

const common = { group: "Disputes", returns: "dispute_file" } as const;
const ofDispute = { dispute_id: "dp" } as const;
const ofFile = { dispute_id: "dp", file_id: "dpf" } as const;

/** Base64 is longer by a third; the rest of the body is small. */
const MAX_BODY_BYTES = 6 * 2 ** 20;

/** A name as systems show it: no path, and nothing that cannot be printed. */
const name = z
  .string()
  .trim()
  .min(1)
  .max(150)
  .regex(/^[^\p{C}/\\]*$/u, "Must be a file name without slashes and control characters");

export const addDisputeFileRoute = defineRoute({
  method: "post",
  path: "/v1/disputes/{dispute_id}/files",
  name: "add_dispute_file",
  ...common,
  summary: "Add a file to the evidence",
  description:
    "Adds a PDF, PNG or JPEG file of at most 4 MB; a dispute can have 50 files with 25 MB together. The type is found in the content. The file is stored encrypted, and sent with the evidence; until then it can be removed.",
  scope: "disputes:write",
  bucket: "writes",
  params: ofDispute,
  maxBodyBytes: MAX_BODY_BYTES,
  body: z.strictObject({
    name: name.meta({ description: "The file's name", example: "delivery-note.pdf" }),
    file: z
      .base64({ error: "Must be base64" })
      .min(1)
      .meta({ description: "The file's content in base64" }),
  }),
  bodyExample: { name: "delivery-note.pdf", file: "JVBERi0xLjcKJSVFT0YK" },
  response: { status: 201, schema: disputeFileWire, example: EXAMPLE },
  errors: ["resource_missing", "state_invalid"],
});

export const listDisputeFilesRoute = defineRoute({
  method: "get",
  path: "/v1/disputes/{dispute_id}/files",
  name: "list_dispute_files",
  ...common,
  summary: "List the files of a dispute",
  scope: "disputes:read",
  bucket: "lists",
  params: ofDispute,
  query: listQuery.omit({ created: true }),
  response: {
    status: 200,
    schema: listOf(disputeFileWire),
    example: {
      object: "list",
      url: "/v1/disputes/{dispute_id}/files",
      data: [EXAMPLE],
      has_more: false,
      next_cursor: null,
    },
  },
  errors: ["resource_missing"],
});

export const readDisputeFileRoute = defineRoute({
  method: "get",
  path: "/v1/disputes/{dispute_id}/files/{file_id}",
  name: "read_dispute_file",
  ...common,
  summary: "Read one file of a dispute",
  description: "Without its content.",
  scope: "disputes:read",
  bucket: "reads",
  params: ofFile,
  response: { status: 200, schema: disputeFileWire, example: EXAMPLE },
  errors: ["resource_missing"],
});

export const readDisputeFileContentRoute = defineRoute({
  method: "get",
  path: "/v1/disputes/{dispute_id}/files/{file_id}/content",
  name: "read_dispute_file_content",
  group: "Disputes",
  summary: "Download a file of a dispute",
  description: "Answers with the file itself, as it was added.",
  scope: "disputes:read",
  bucket: "lists",
  params: ofFile,
  file: FILE_TYPES,
  response: { status: 200, schema: z.string(), example: "%PDF-1.7 …" },
  errors: ["resource_missing"],
});

export const removeDisputeFileRoute = defineRoute({
  method: "delete",
  path: "/v1/disputes/{dispute_id}/files/{file_id}",
  name: "remove_dispute_file",
  ...common,
  summary: "Remove a file from the evidence",
  description: "Deletes the file. Refused once the evidence was submitted.",
  scope: "disputes:write",
  bucket: "writes",
  params: ofFile,
  response: {
    status: 200,
    schema: deletedOf("dispute_file", "dpf"),
    example: { id: EXAMPLE.id, object: "dispute_file", deleted: true },
  },
  errors: ["resource_missing", "state_invalid"],
});
