import * as z from 'zod'
import { headerText, id, idOrText, instant } from './wire.ts'

/** In characters, for HTML, MJML and the editor's document. */
export const maxSourceLength = 2 * 1024 * 1024

const content = {
  name: z.string().min(1).max(255),
  html: z.string().max(maxSourceLength),
  /** The document of the visual editor as JSON text, unchanged. */
  editor_json: z.string().max(maxSourceLength),
  mjml: z.string().max(maxSourceLength),
  asunto: headerText(255),
  text: z.string().max(maxSourceLength),
}

/** The header of our files. A file with other fields gets another version. */
export const portableFormat = { format: 'remite-template', version: 1 } as const

/**
 * A template as a file that another account can import. Unknown fields are refused instead of being
 * lost silently.
 */
export const portableTemplate = z.strictObject({
  format: z.literal(portableFormat.format),
  version: z.literal(portableFormat.version),
  name: content.name,
  html: content.html,
  editor_json: content.editor_json.nullable(),
  mjml: content.mjml.nullable(),
  asunto: content.asunto,
  text: content.text,
  /** SHA-256 in hexadecimal of all other fields, as JSON with sorted names. */
  checksum: z.string().regex(/^[0-9a-f]{64}$/),
})
export type PortableTemplate = z.output<typeof portableTemplate>

/** With `id`, a new version of that template. With `import`, the content comes from a file. */
export const templateInput = z
  .strictObject({
    ...content,
    id: idOrText,
    import: portableTemplate,
    archived: z.boolean(),
  })
  .partial()

export const templateSaved = z.object({ ok: z.boolean(), id, version: z.int().positive() })

export const template = z.object({
  id,
  name: z.string(),
  asunto: z.string(),
  version: z.int().positive(),
  archived: z.boolean(),
  created_at: instant,
  updated_at: instant,
})

const templateDetail = template.extend({
  html: z.string(),
  editor_json: z.string().nullable(),
  mjml: z.string().nullable(),
  text: z.string(),
})

/** With `export=1`, the portable form. */
export const templateRead = z.union([templateDetail, portableTemplate])
