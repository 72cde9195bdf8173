import { createHash } from 'node:crypto'
import { type PortableTemplate, portableFormat } from './shapes/template.ts'

/** What of a template goes from account to account. */
export type Portable = Omit<PortableTemplate, keyof typeof portableFormat | 'checksum'>

/**
 * A template as a file. Nothing has to be put inside: no pictures are kept for a template, so those
 * of a message are `data:` URIs, which travel with it, or stand on the web, where anybody sees them.
 */
export function toPortable(template: Portable): PortableTemplate {
  const { name, html, editor_json, mjml, asunto, text } = template
  const bare = { ...portableFormat, name, html, editor_json, mjml, asunto, text }
  return { ...bare, checksum: checksumOf(bare) }
}

/** What is in a file, or undefined when it was changed since it was written. */
export function fromPortable({ checksum, ...bare }: PortableTemplate): Portable | undefined {
  if (checksumOf(bare) !== checksum) return undefined
  const { format: _, version: __, ...template } = bare
  return template
}

/** Over the JSON with its names in order and nothing between: programs write them as they like. */
function checksumOf(bare: Omit<PortableTemplate, 'checksum'>): string {
  const canonical = JSON.stringify(Object.fromEntries(Object.entries(bare).sort(byName)))
  return createHash('sha256').update(canonical).digest('hex')
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]): number =>
  one < other ? -1 : 1
