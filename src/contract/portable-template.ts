import { createHash } from 'node:crypto'
import { type PortableTemplate, portableFormat } from './shapes/template.ts'

/** The part of a template that can move to another account. */
export type Portable = Omit<PortableTemplate, keyof typeof portableFormat | 'checksum'>

/**
 * Converts a template to a file. Images need no special treatment: they are `data:` URIs inside the
 * message or public URLs.
 */
export function toPortable(template: Portable): PortableTemplate {
  const { name, html, editor_json, mjml, asunto, text } = template
  const bare = { ...portableFormat, name, html, editor_json, mjml, asunto, text }
  return { ...bare, checksum: checksumOf(bare) }
}

/** Returns the content of a file, or undefined if the file was changed. */
export function fromPortable({ checksum, ...bare }: PortableTemplate): Portable | undefined {
  if (checksumOf(bare) !== checksum) return undefined
  const { format: _, version: __, ...template } = bare
  return template
}

/** Hashes the JSON with sorted names and no white space, because programs format it differently. */
function checksumOf(bare: Omit<PortableTemplate, 'checksum'>): string {
  const canonical = JSON.stringify(Object.fromEntries(Object.entries(bare).sort(byName)))
  return createHash('sha256').update(canonical).digest('hex')
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1)
