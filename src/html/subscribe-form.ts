import type { FieldType } from '../contract/shapes/field.ts'
import type { Language } from '../core/language.ts'
import { type Control, type ControlMessages, fieldControl } from './field-control.ts'
import { type Html, html } from './html.ts'

interface SubscribeForm {
  language: Language
  /** By default the form submits to its own page. */
  action?: string
  controls: readonly Control[]
  /** The page that opens after a successful submission. */
  redirect?: string | undefined
  messages: ControlMessages & { subscribeButton: string; subscribeHoneypot: string }
}

/** The two controls that every list has. The address comes first. */
export const personControls = (
  messages: { email: string; nombre: string },
  { email = '', nombre = '' } = {},
): Control[] => [
  {
    ...{ name: 'email', id: 'field-email', label: messages.email, type: 'email', required: true },
    ...{ values: [email], autocomplete: 'email', maxLength: 320 },
  },
  {
    ...{ name: 'nombre', id: 'field-nombre', label: messages.nombre, type: 'text' },
    ...{ values: [nombre], autocomplete: 'name', maxLength: 255 },
  },
]

/** The description of a custom field of a list. */
interface ListField {
  key: string
  name: string
  type: FieldType
  options: readonly string[]
  required: boolean
}

/**
 * Returns the control of a custom field. The form sends it under its key, as the public routes
 * expect.
 */
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
 * Renders a plain form for our pages or any other site. The last field is a honeypot: people do not
 * see it, so only bots fill it in.
 */
export const subscribeForm = ({
  language,
  action,
  controls,
  redirect,
  messages,
}: SubscribeForm): Html =>
  html`<form method="post"${action !== undefined && html` action="${action}"`}>
<input type="hidden" name="lang" value="${language}">
${
  redirect !== undefined &&
  html`<input type="hidden" name="redirect" value="${redirect}">
`
}${controls.map((control) => fieldControl(control, messages))}<p hidden><label>${messages.subscribeHoneypot} <input name="website" tabindex="-1" autocomplete="off"></label></p>
<button>${messages.subscribeButton}</button>
</form>
`
