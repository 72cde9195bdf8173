/**
 * The fields of a report (RFC 3464, RFC 5965) by lower-case name. The first field of a name wins.
 */
export type Fields = ReadonlyMap<string, string>

/** Splits a report into field groups at blank lines, and unfolds the fields. */
export function readFieldGroups(text: string): Fields[] {
  const blocks = text.replace(/\r\n?/g, '\n').split(/\n(?:[ \t]*\n)+/)
  return blocks.map(readFields).filter(({ size }) => size > 0)
}

function readFields(block: string): Fields {
  const fields = new Map<string, string>()
  for (const line of block.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const [, name, value] = /^([A-Za-z][A-Za-z0-9-]*)[ \t]*:(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) continue
    if (!fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value.trim())
  }
  return fields
}

/**
 * Returns the value without its type, as in `rfc822; ana@correo.example`; undefined if there is
 * none.
 */
export function bareValue(field: string | undefined): string | undefined {
  const value = field?.replace(/^[A-Za-z0-9-]+[ \t]*;/, '').trim()
  return value ? value.replace(/^<(.*)>$/, '$1') : undefined
}
