import type { AuditNote } from '../handler.ts'

/** A field with its values before and after a change. */
export interface AuditChange {
  field: string
  before: string | null
  after: string | null
}

/** Fields whose values are secret. That they changed is logged. */
const secretFields = new Set(['pass'])

/** Long enough for every setting, short enough for a line of a table. */
const maxLength = 500

/** Returns the fields that differ. A field that only one side has was added or removed. */
export function changesOf({ before = {}, after = {} }: AuditNote): AuditChange[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const valueIn = (values: object, field: string) => new Map(Object.entries(values)).get(field)
  return fields.flatMap((field) => {
    if (secretFields.has(field)) return [{ field, before: null, after: null }]
    const change = {
      field,
      before: textOf(valueIn(before, field)),
      after: textOf(valueIn(after, field)),
    }
    return change.before === change.after ? [] : [change]
  })
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}
