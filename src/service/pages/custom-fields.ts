import type { FieldValue } from '../../contract/shapes/field.ts'
import type { Problem } from '../../core/failure.ts'
import { type Control, dayOf } from '../../html/field-control.ts'
import { listControl } from '../../html/subscribe-form.ts'
import { fill } from '../../messages/fill.ts'
import type { Messages } from '../../messages/index.ts'
import type { FormFields } from '../http/page.ts'
import {
  type Field,
  readFieldValue,
  type StoredPart,
  showFieldValue,
} from '../lists/fields/field-values.ts'

/** What a contact holds, or a form brought, as controls hold it. */
export type Texts = ReadonlyMap<Field, readonly string[]>

export const heldTexts = (
  fields: readonly Field[],
  held: ReadonlyMap<number, readonly StoredPart[]> | undefined,
): Texts =>
  new Map(fields.map((field) => [field, textsOf(field, held?.get(field.id) ?? [])] as const))

function textsOf({ type }: Field, parts: readonly StoredPart[]): string[] {
  const [first] = parts
  if (!first) return []
  if (type === 'multi') return parts.map(({ text }) => text ?? '')
  if (type === 'date') return [dayOf(Number(first.time))]
  return [showFieldValue(type, parts)]
}

/** What was filled in; a box that is not ticked says nothing. */
export const sentTexts = (fields: readonly Field[], form: FormFields): Texts =>
  new Map(
    fields.map(
      (field) =>
        [
          field,
          [form[listControl(field).name] ?? []].flat().filter((text) => text !== ''),
        ] as const,
    ),
  )

export const defaultTexts = (fields: readonly Field[]): Texts =>
  new Map(
    fields.map((field) => {
      const read = readFieldValue(field, field.default)
      return [field, 'parts' in read ? textsOf(field, read.parts) : []] as const
    }),
  )

/** As the API takes them. What cannot be read stays text, and is refused there. */
export const valuesOf = (texts: Texts): Record<string, FieldValue> =>
  Object.fromEntries(
    [...texts].map(([field, [first = '', ...more]]) => [
      field.key,
      field.type === 'multi'
        ? [first, ...more].filter((text) => text !== '')
        : readText(field, first),
    ]),
  )

function readText({ type }: Field, text: string): FieldValue {
  if (type === 'date') return secondsOf(text)
  return type === 'number' ? text.replace(/^(\s*[+-]?\d+),(\d+\s*)$/, '$1.$2') : text
}

function secondsOf(day: string): FieldValue {
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
  return isDay ? time / 1000 : day
}

/**
 * Only what differs from what is held, so that a date keeps its hour. A box that was never answered
 * and is not ticked stays unanswered; a required field that is empty is refused.
 */
export const changedTexts = (held: Texts, sent: Texts): Texts =>
  new Map(
    [...sent].flatMap(([field, texts]) => {
      const before = held.get(field) ?? []
      const said =
        field.type === 'boolean' && before.length > 0 && !texts.length ? ['false'] : texts
      const isSame = said.join('\n') === before.join('\n') && !(field.required && said.length === 0)
      return isSame ? [] : [[field, said] as const]
    }),
  )

/** A control for each, with what is wrong with it. */
export const controlsOf = (
  texts: Texts,
  problems: readonly Problem[],
  words: Messages,
): Control[] =>
  [...texts].map(([field, values]) => ({
    ...listControl(field, values),
    error: errorOf(`customFields.${field.key}`, problems, words),
  }))

export function errorOf(
  place: string,
  problems: readonly Problem[],
  words: Messages,
): string | undefined {
  const problem = problems.find(({ field }) => field === place)
  return problem && fill(words.problems[problem.code], problem.values)
}

/** Whoever gets a form back begins where the first thing is wrong. */
export function focusFirstError(controls: readonly Control[]): Control[] {
  const first = controls.find(({ error }) => error !== undefined)
  return controls.map((control) => ({ ...control, hasFocus: control === first }))
}
