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

/** Values of a contact or a submitted form, as texts for form controls. */
export type Texts = ReadonlyMap<Field, readonly string[]>

export const storedTexts = (
  fields: readonly Field[],
  stored: ReadonlyMap<number, readonly StoredPart[]> | undefined,
): Texts =>
  new Map(fields.map((field) => [field, textsOf(field, stored?.get(field.id) ?? [])] as const))

function textsOf({ type }: Field, parts: readonly StoredPart[]): string[] {
  const [first] = parts
  if (!first) return []
  if (type === 'multi') return parts.map(({ text }) => text ?? '')
  if (type === 'date') return [dayOf(Number(first.time))]
  return [showFieldValue(type, parts)]
}

/** Returns the submitted values. Browsers do not submit unticked boxes. */
export const submittedTexts = (fields: readonly Field[], form: FormFields): Texts =>
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

/**
 * Converts texts to API values. A text that cannot be converted is passed on, and the API rejects
 * it.
 */
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
 * Returns only the values that differ from the stored ones, so that a date keeps its hour. An
 * unticked box without a stored value stays empty. An empty required field is included, so that it
 * is rejected.
 */
export const changedTexts = (stored: Texts, submitted: Texts): Texts =>
  new Map(
    [...submitted].flatMap(([field, texts]) => {
      const before = stored.get(field) ?? []
      const answers =
        field.type === 'boolean' && before.length > 0 && !texts.length ? ['false'] : texts
      const isSame =
        answers.join('\n') === before.join('\n') && !(field.required && answers.length === 0)
      return isSame ? [] : [[field, answers] as const]
    }),
  )

/** Returns a form control for each field, with its error. */
export const controlsOf = (
  texts: Texts,
  problems: readonly Problem[],
  strings: Messages,
): Control[] =>
  [...texts].map(([field, values]) => ({
    ...listControl(field, values),
    error: errorOf(`customFields.${field.key}`, problems, strings),
  }))

export function errorOf(
  path: string,
  problems: readonly Problem[],
  strings: Messages,
): string | undefined {
  const problem = problems.find(({ field }) => field === path)
  return problem && fill(strings.problems[problem.code], problem.values)
}

/** The limit of the API. */
const maxNameLength = 255

/** The control of the person's name. */
export const nameControl = (
  nombre: string,
  problems: readonly Problem[],
  strings: Messages,
): Control => ({
  name: 'nombre',
  id: 'nombre',
  label: strings.pages.nombre,
  type: 'text',
  values: [nombre],
  autocomplete: 'name',
  maxLength: maxNameLength,
  error: errorOf('nombre', problems, strings),
})

/** Focuses the first control with an error. */
export function focusFirstError(controls: readonly Control[]): Control[] {
  const first = controls.find(({ error }) => error !== undefined)
  return controls.map((control) => ({ ...control, hasFocus: control === first }))
}
