import * as z from 'zod'
import { count, headerText } from './wire.ts'

/** Base64 characters, for three megabytes of file. */
const maxContentLength = 4 * 1024 * 1024

export const attachmentInput = z.strictObject({
  filename: headerText(255).min(1),
  content_type: headerText(127).regex(/^[\w.+-]+\/[\w.+-]+$/),
  content: z.base64().max(maxContentLength),
})

export type AttachmentInput = z.output<typeof attachmentInput>

export const attachment = z.object({
  filename: z.string(),
  content_type: z.string(),
  bytes: count,
})
