import type { FieldType } from '../contract/shapes/field.ts'
import { type Html, html } from './html.ts'

/** A form control. Its values are text, as a form submits them. */
export interface Control {
  /** The name in the form. */
  name: string
  /** The id on the page. */
  id: string
  label: string
  type: FieldType | 'email'
  options?: readonly string[]
  required?: boolean
  values?: readonly string[]
  autocomplete?: 'email' | 'name'
  maxLength?: number
  /** The error, as a sentence. */
  error?: string | undefined
  /** Whether the control has the focus when the page opens. */
  hasFocus?: boolean
}

export interface ControlMessages {
  required: string
  noChoice: string
}

/** Converts Unix seconds, which the API uses for dates, to a day in UTC. */
export const dayOf = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 10)

/**
 * Renders a control with its label and error. It has no classes, because sites have their own
 * styles.
 */
export function fieldControl(control: Control, messages: ControlMessages): Html {
  if (control.type === 'radio' || control.type === 'multi') return group(control, messages)
  if (control.type === 'boolean') return tick(control, messages)
  return html`<p><label for="${control.id}">${labelOf(control, messages)}</label>
${control.type === 'dropdown' ? select(control, messages) : input(control)}${errorOf(control)}</p>
`
}

const labelOf = ({ label, required }: Control, messages: ControlMessages): Html =>
  html`${label}${required && html` <small>(${messages.required})</small>`}`

const errorIdOf = ({ id }: Control) => `${id}-error`

const errorOf = (control: Control): Html | false =>
  control.error !== undefined &&
  html`
<strong id="${errorIdOf(control)}">${control.error}</strong>`

const attributesOf = (control: Control): Html =>
  html`${control.required && html` required`}${control.hasFocus && html` autofocus`}${invalidOf(control)}`

const invalidOf = (control: Control): Html | false =>
  control.error !== undefined && html` aria-invalid="true" aria-describedby="${errorIdOf(control)}"`

/**
 * Number fields are text inputs, because many users write a decimal comma, which the service
 * accepts.
 */
const inputTypes = {
  text: 'text',
  number: 'text',
  date: 'date',
  url: 'url',
  email: 'email',
} as const

function input(control: Control): Html {
  const { name, id, type, values = [], autocomplete, maxLength } = control
  const kind = inputTypes[type as keyof typeof inputTypes] // the other types are handled above
  return html`<input type="${kind}" name="${name}" id="${id}" value="${values[0]}"${
    type === 'number' && html` inputmode="decimal"`
  }${autocomplete && html` autocomplete="${autocomplete}"`}${
    maxLength !== undefined && html` maxlength="${maxLength}"`
  }${attributesOf(control)}>`
}

function select(control: Control, messages: ControlMessages): Html {
  const { name, id, options = [], values = [] } = control
  return html`<select name="${name}" id="${id}"${attributesOf(control)}>
<option value="">${messages.noChoice}</option>
${options.map(
  (option) =>
    html`<option value="${option}"${values.includes(option) && html` selected`}>${option}</option>
`,
)}</select>`
}

/** A required checkbox must be ticked, which is how a user consents. */
const tick = (control: Control, messages: ControlMessages): Html =>
  html`<p><label><input type="checkbox" name="${control.name}" value="true"${
    control.values?.includes('true') && html` checked`
  }${attributesOf(control)}> ${labelOf(control, messages)}</label>${errorOf(control)}</p>
`

/** A radio button cannot be cleared, so an optional group has a choice for "none". */
function group(control: Control, messages: ControlMessages): Html {
  const { options = [], values = [], type, required } = control
  const isRadio = type === 'radio'
  const choices = options.map((option) => choice(control, option, option))
  const none =
    isRadio && !required && choice({ ...control, values: [values[0] ?? ''] }, '', messages.noChoice)
  return html`<fieldset id="${control.id}"${
    control.error !== undefined && html` aria-describedby="${errorIdOf(control)}"`
  }><legend>${labelOf(control, messages)}</legend>
${choices}${none}${errorOf(control)}</fieldset>
`
}

const choice = (control: Control, value: string, label: string): Html =>
  html`<label><input type="${control.type === 'radio' ? 'radio' : 'checkbox'}" name="${control.name}" value="${value}"${
    control.values?.includes(value) && html` checked`
  }${control.type === 'radio' && control.required && html` required`}${
    control.hasFocus && value === control.options?.[0] && html` autofocus`
  }> ${label}</label>
`
