/**
 * The fields of a report (RFC 3464, RFC 5965) by lower-case name. The first field of a name wins.
 */
export type Fields = ReadonlyMap<string, string>

/** Splits a report into field groups at blank lines, and unfolds the fields. */
export function readFieldGroups(text: string): Fields[] {
  const blocks = text.replace(/\r\n?/g, '\n').split(/\n(?:[ \t]*\n)+/)
  return blocks.flatMap((block) => groupFields(fieldsIn(block), [])).filter(({ size }) => size > 0)
}

/** The fields that begin the group of a recipient. Their order varies. */
const firstFields = ['original-recipient', 'final-recipient', 'action', 'status']

/**
 * Splits a delivery status (RFC 3464) into field groups. Some servers put no blank line between two
 * recipients, or put blank lines within one.
 */
export function readStatusGroups(text: string): Fields[] {
  const groups: Map<string, string>[] = []
  const blocks = text.replace(/\r\n?/g, '\n').split(/\n(?:[ \t]*\n)+/)
  for (const block of blocks) {
    for (const group of groupFields(fieldsIn(block), firstFields)) {
      const last = groups.at(-1)
      const continues =
        last && isRecipient(last) && [...group.keys()].every((name) => !last.has(name))
      if (continues) for (const [name, value] of group) setFirst(last, name, value)
      else if (group.size > 0) groups.push(group)
    }
  }
  return groups
}

const isRecipient = (fields: Fields): boolean =>
  fields.has('final-recipient') || fields.has('original-recipient')

type Field = readonly [name: string, value: string]

/** Starts a new group where a field of `firstNames` repeats. */
function groupFields(fields: readonly Field[], firstNames: readonly string[]) {
  const groups = [new Map<string, string>()]
  for (const [name, value] of fields) {
    if (firstNames.includes(name) && groups.at(-1)?.has(name)) groups.push(new Map())
    setFirst(groups.at(-1) as Map<string, string>, name, value)
  }
  return groups
}

function setFirst(fields: Map<string, string>, name: string, value: string): void {
  if (!fields.has(name)) fields.set(name, value)
}

/** Reads the fields of a block. A line that is no field continues the one before. */
function fieldsIn(block: string): Field[] {
  const fields: [string, string[]][] = []
  for (const line of block.split('\n')) {
    const [, name, value] = /^([A-Za-z][A-Za-z0-9-]*)[ \t]*:(.*)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) fields.push([name.toLowerCase(), [value.trim()]])
    else fields.at(-1)?.[1].push(line.trim())
  }
  return fields.map(([name, lines]) => [name, lines.join(' ').trim()])
}

/**
 * Returns the value without its type, as in `rfc822; ana@correo.example`; undefined if there is
 * none.
 */
export function bareValue(field: string | undefined): string | undefined {
  const value = field?.replace(/^[A-Za-z0-9-]+[ \t]*;/, '').trim()
  return value ? value.replace(/^<(.*)>$/, '$1') : undefined
}
