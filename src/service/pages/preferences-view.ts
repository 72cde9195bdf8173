import type { Problem } from '../../core/failure.ts'
import { type Control, fieldControl } from '../../html/field-control.ts'
import { type Html, html } from '../../html/html.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import type { Messages } from '../../messages/index.ts'
import type { PageAnswer } from '../http/page.ts'
import { webPage } from '../http/web-page.ts'
import { controlsOf, focusFirstError, nameControl, type Texts } from './custom-fields.ts'
import type { Look } from './look.ts'

/** What the last change has led to. */
export const notices = ['saved', 'asked', 'limited', 'shut'] as const
export type Notice = (typeof notices)[number]
const refusals: ReadonlySet<Notice> = new Set(['limited', 'shut'])

export interface ListChoice {
  id: number
  name: string
  description: string
  isOn: boolean
  /** The state that a ticked box does not show. */
  note?: 'unconfirmed' | 'bounced' | 'complained' | undefined
}

interface Preferences {
  look: Look
  email: string
  lists: readonly ListChoice[]
  /** Undefined: the person is on no list, so there is nothing to change. */
  nombre: string | undefined
  texts: Texts
  /** The lists that are ticked; by default those that the person is on. */
  ticked?: ReadonlySet<number>
  problems?: readonly Problem[]
  shown?: readonly Notice[]
}

/** Renders the preference center of all lists of an account. */
export function preferencesPage(view: Preferences): PageAnswer {
  const { look, email, problems = [], shown = [] } = view
  const strings = messages[look.language]
  const { preferences, refused } = strings.pages
  return webPage({
    ...look,
    status: problems.length > 0 ? 422 : 200,
    title: preferences.title,
    body: html`<p>${fill(preferences.intro, { email })}</p>
${shown.map(
  (
    notice,
  ) => html`<p role="${refusals.has(notice) ? 'alert' : 'status'}">${fill(preferences.notices[notice], { email })}</p>
`,
)}${problems.length > 0 && html`<p role="alert">${refused}</p>`}
${saveForm(view, strings)}
${leaveForm(strings)}
${dataForm(strings)}`,
  })
}

function saveForm(view: Preferences, strings: Messages): Html {
  const { lists, problems = [], nombre, texts } = view
  const { pages } = strings
  const wasOn = lists.filter(({ isOn }) => isOn)
  const ticked = view.ticked ?? new Set(wasOn.map(({ id }) => id))
  const controls: Control[] =
    nombre === undefined
      ? []
      : focusFirstError([
          nameControl(nombre, problems, strings),
          ...controlsOf(texts, problems, strings),
        ])
  return html`<section>
<form method="post">
<input type="hidden" name="act" value="save">
<h2 id="lists">${pages.preferences.lists}</h2>
${wasOn.map(
  ({ id }) => html`<input type="hidden" name="was" value="${id}">
`,
)}<fieldset aria-labelledby="lists">
${lists.map((list) => choice(list, ticked.has(list.id), pages))}</fieldset>
${
  controls.length > 0 &&
  html`<h2>${pages.saveTitle}</h2>
`
}${controls.map((control) => fieldControl(control, pages))}<button>${pages.saveButton}</button>
</form>
</section>`
}

const choice = (
  { id, name, description, note }: ListChoice,
  isTicked: boolean,
  { preferences }: Messages['pages'],
): Html =>
  html`<label><input type="checkbox" name="list" value="${id}"${isTicked && html` checked`}> <span>${name}${[
    description,
    note === undefined ? '' : preferences.notes[note],
  ]
    .filter((text) => text !== '')
    .map((text) => html`<br><small>${text}</small>`)}</span></label>
`

const leaveForm = ({ pages: { preferences } }: Messages): Html => html`<section>
<h2>${preferences.leaveTitle}</h2>
<p>${preferences.leaveText}</p>
<form method="post">
<button class="plain" name="act" value="leave">${preferences.leaveButton}</button>
</form>
</section>`

const dataForm = ({ pages: { preferences } }: Messages): Html => html`<section>
<h2>${preferences.dataTitle}</h2>
<p>${preferences.dataText}</p>
<form method="post">
<p><button class="plain" name="act" value="data">${preferences.dataButton}</button></p>
<p><button class="plain" name="act" value="erase">${preferences.eraseButton}</button></p>
</form>
</section>`

/** Says that a link was mailed. It shows the address masked, since others may see the page. */
export function linkSentPage({ look, email }: { look: Look; email: string }): PageAnswer {
  const { dataTitle: title, linkSent, back } = messages[look.language].pages.preferences
  return webPage({
    ...look,
    title,
    body: html`<section>
<p role="status">${fill(linkSent, { email: maskedAddress(email) })}</p>
</section>
<nav><a href="?">${back}</a></nav>`,
  })
}

/** Returns an address of which the first character and the domain can be read. */
function maskedAddress(email: string): string {
  const [first = ''] = email
  return `${first}•••${email.slice(email.lastIndexOf('@'))}`
}
