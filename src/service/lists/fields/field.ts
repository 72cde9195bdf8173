import type { Problem } from '../../../core/failure.ts'
import { type Field, readFieldValue } from './field-values.ts'
import { foldName } from './fold-name.ts'
import { takenKeys } from './key.ts'

const choiceTypes = ['dropdown', 'radio', 'multi']

/** What is wrong with a field as it is to be. */
export function problemsOfField({ key, type, options, ...field }: Omit<Field, 'id'>): Problem[] {
  const problems: Problem[] = []
  if (takenKeys.includes(key)) problems.push({ field: 'key', code: 'duplicate' })
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

/** A name stands once on a list: columns of a file are mapped by it. */
export const isNameTaken = (fields: readonly Field[], name: string, except?: number): boolean =>
  fields.some((field) => field.id !== except && foldName(field.name) === foldName(name))

/** Whether values that are there could be none any more. */
export const mayUnsettleValues = (before: Field, after: Field): boolean =>
  before.type !== after.type || before.options.some((option) => !after.options.includes(option))
