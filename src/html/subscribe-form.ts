import type { FieldType } from '../contract/shapes/field.ts'
import type { Language } from '../core/language.ts'
import { type Control, type ControlWords, fieldControl } from './field-control.ts'
import { type Html, html } from './html.ts'

export interface SubscribeForm {
  language: Language
  /** Absent: the page that it stands on. */
  action?: string
  controls: readonly Control[]
  /** Where it leads once it was taken. */
  redirect?: string | undefined
  words: ControlWords & { subscribeButton: string; subscribeTrap: string }
}

/** The two that every list asks for; the address stands first. */
export const personControls = (
  words: { email: string; nombre: string },
  { email = '', nombre = '' } = {},
): Control[] => [
  {
    ...{ name: 'email', id: 'field-email', label: words.email, type: 'email', required: true },
    ...{ values: [email], autocomplete: 'email', maxLength: 320 },
  },
  {
    ...{ name: 'nombre', id: 'field-nombre', label: words.nombre, type: 'text' },
    ...{ values: [nombre], autocomplete: 'name', maxLength: 255 },
  },
]

/** What is said of a field of a list, wherever it is read. */
interface ListField {
  key: string
  name: string
  type: FieldType
  options: readonly string[]
  required: boolean
}

/** A field of the list; it is sent under its key, as the public routes take it. */
export const listControl = (
  { key, name, type, options, required }: ListField,
  values: readonly string[] = [],
): Control => ({
  name: `customFields[${key}]`,
  id: `field-${key}`,
  label: name,
  type,
  options,
  required,
  values,
})

/**
 * A plain form, for a page of ours or of anybody's. People do not see the last field, so that whoever
 * fills it in is a machine.
 */
export const subscribeForm = ({
  language,
  action,
  controls,
  redirect,
  words,
}: SubscribeForm): Html =>
  html`<form method="post"${action !== undefined && html` action="${action}"`}>
<input type="hidden" name="lang" value="${language}">
${
  redirect !== undefined &&
  html`<input type="hidden" name="redirect" value="${redirect}">
`
}${controls.map((control) => fieldControl(control, words))}<p hidden><label>${words.subscribeTrap} <input name="website" tabindex="-1" autocomplete="off"></label></p>
<button>${words.subscribeButton}</button>
</form>
`
