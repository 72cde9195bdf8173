import type { Problem } from '../../../core/failure.ts'
import { foldName } from '../../../core/fold-name.ts'
import { type Field, readFieldValue } from './field-values.ts'
import { reservedKeys } from './key.ts'

const choiceTypes = ['dropdown', 'radio', 'multi']

/** Returns the problems of a field definition. */
export function problemsOfField({ key, type, options, ...field }: Omit<Field, 'id'>): Problem[] {
  const problems: Problem[] = []
  if (reservedKeys.includes(key)) problems.push({ field: 'key', code: 'duplicate' })
  const isChoice = choiceTypes.includes(type)
  if (isChoice && options.length === 0) {
    problems.push({ field: 'options', code: 'too_few', values: { limit: 1 } })
  }
  if (!isChoice && options.length > 0) {
    problems.push({ field: 'options', code: 'too_many', values: { limit: 0 } })
  }
  if (new Set(options).size < options.length) problems.push({ field: 'options', code: 'duplicate' })
  if (field.default !== null) {
    const read = readFieldValue({ type, options }, field.default)
    if (!('parts' in read)) problems.push({ field: 'default', ...read })
  }
  return problems
}

/** Field names are unique on a list: imports map columns by name. */
export const isNameTaken = (fields: readonly Field[], name: string, except?: number): boolean =>
  fields.some((field) => field.id !== except && foldName(field.name) === foldName(name))

/** Whether stored values could become invalid. */
export const mayInvalidateValues = (before: Field, after: Field): boolean =>
  before.type !== after.type || before.options.some((option) => !after.options.includes(option))
