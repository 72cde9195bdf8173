import type { FieldType } from '../contract/shapes/field.ts'
import { type Html, html } from './html.ts'

/** Something to fill in. What it holds is text, as a form sends it. */
export interface Control {
  /** In the form. */
  name: string
  /** On the page. */
  id: string
  label: string
  type: FieldType | 'email'
  options?: readonly string[]
  required?: boolean
  values?: readonly string[]
  autocomplete?: 'email' | 'name'
  maxLength?: number
  /** What is wrong with it, as a sentence. */
  error?: string | undefined
  /** Where whoever opens the page begins. */
  hasFocus?: boolean
}

export interface ControlWords {
  required: string
  noChoice: string
}

/** A date travels as Unix seconds; here it is a day, as it is in UTC. */
export const dayOf = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 10)

/** One control with its label, and what is wrong with it beside it. Without classes: sites have their own. */
export function fieldControl(control: Control, words: ControlWords): Html {
  if (control.type === 'radio' || control.type === 'multi') return group(control, words)
  if (control.type === 'boolean') return tick(control, words)
  return html`<p><label for="${control.id}">${labelOf(control, words)}</label>
${control.type === 'dropdown' ? select(control, words) : input(control)}${errorOf(control)}</p>
`
}

const labelOf = ({ label, required }: Control, words: ControlWords): Html =>
  html`${label}${required && html` <small>(${words.required})</small>`}`

const errorIdOf = ({ id }: Control) => `${id}-error`

const errorOf = (control: Control): Html | false =>
  control.error !== undefined &&
  html`
<strong id="${errorIdOf(control)}">${control.error}</strong>`

const attributesOf = (control: Control): Html =>
  html`${control.required && html` required`}${control.hasFocus && html` autofocus`}${invalidOf(control)}`

const invalidOf = (control: Control): Html | false =>
  control.error !== undefined && html` aria-invalid="true" aria-describedby="${errorIdOf(control)}"`

/** A comma is how many people here write decimals: a number is taken as text, and read by the service. */
const inputTypes = {
  text: 'text',
  number: 'text',
  date: 'date',
  url: 'url',
  email: 'email',
} as const

function input(control: Control): Html {
  const { name, id, type, values = [], autocomplete, maxLength } = control
  const kind = inputTypes[type as keyof typeof inputTypes] // the other types were sent elsewhere
  return html`<input type="${kind}" name="${name}" id="${id}" value="${values[0]}"${
    type === 'number' && html` inputmode="decimal"`
  }${autocomplete && html` autocomplete="${autocomplete}"`}${
    maxLength !== undefined && html` maxlength="${maxLength}"`
  }${attributesOf(control)}>`
}

function select(control: Control, words: ControlWords): Html {
  const { name, id, options = [], values = [] } = control
  return html`<select name="${name}" id="${id}"${attributesOf(control)}>
<option value="">${words.noChoice}</option>
${options.map(
  (option) =>
    html`<option value="${option}"${values.includes(option) && html` selected`}>${option}</option>
`,
)}</select>`
}

/** Required, it has to be ticked: that is how people say yes. */
const tick = (control: Control, words: ControlWords): Html =>
  html`<p><label><input type="checkbox" name="${control.name}" value="true"${
    control.values?.includes('true') && html` checked`
  }${attributesOf(control)}> ${labelOf(control, words)}</label>${errorOf(control)}</p>
`

/** A choice that was made cannot be taken back where nothing stands for none. */
function group(control: Control, words: ControlWords): Html {
  const { options = [], values = [], type, required } = control
  const isRadio = type === 'radio'
  const choices = options.map((option) => choice(control, option, option))
  const none =
    isRadio && !required && choice({ ...control, values: [values[0] ?? ''] }, '', words.noChoice)
  return html`<fieldset id="${control.id}"${
    control.error !== undefined && html` aria-describedby="${errorIdOf(control)}"`
  }><legend>${labelOf(control, words)}</legend>
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
