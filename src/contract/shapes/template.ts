import * as z from 'zod'
import { headerText, id, idOrText, instant } from './wire.ts'

/** Characters of HTML, of MJML, or of the visual editor's document. */
export const longestSource = 2 * 1024 * 1024

const content = {
  name: z.string().min(1).max(255),
  html: z.string().max(longestSource),
  /** The visual editor's own document, kept as it is, as JSON text. */
  editor_json: z.string().max(longestSource),
  mjml: z.string().max(longestSource),
  asunto: headerText(255),
  text: z.string().max(longestSource),
}

/** What a file of ours begins with; a file with other fields gets another version. */
export const portableFormat = { format: 'remite-template', version: 1 } as const

/** A template as a file that another account can read. A field that we do not know is not lost in silence. */
export const portableTemplate = z.strictObject({
  format: z.literal(portableFormat.format),
  version: z.literal(portableFormat.version),
  name: content.name,
  html: content.html,
  editor_json: content.editor_json.nullable(),
  mjml: content.mjml.nullable(),
  asunto: content.asunto,
  text: content.text,
  /** SHA-256 in hexadecimal of everything else, as JSON with its names in order. */
  checksum: z.string().regex(/^[0-9a-f]{64}$/),
})
export type PortableTemplate = z.output<typeof portableTemplate>

/** With `id` it is a new version of that template; with `import` the rest comes from a file. */
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

export const templateDetail = template.extend({
  html: z.string(),
  editor_json: z.string().nullable(),
  mjml: z.string().nullable(),
  text: z.string(),
})

/** With `export=1` the portable form. */
export const templateRead = z.union([templateDetail, portableTemplate])
