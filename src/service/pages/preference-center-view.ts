import type { Problem } from '../../core/failure.ts'
import type { Language } from '../../core/language.ts'
import { fieldControl } from '../../html/field-control.ts'
import { type Html, html } from '../../html/html.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import type { Messages } from '../../messages/index.ts'
import type { PageAnswer } from '../http/page.ts'
import { webPage } from '../http/web-page.ts'
import type { List } from '../lists/store.ts'
import { controlsOf, errorOf, focusFirstError, type Texts } from './custom-fields.ts'

export interface PreferenceCenter {
  language: Language
  email: string
  list: Pick<List, 'name' | 'description'>
  nombre: string
  texts: Texts
  problems?: readonly Problem[]
  isSaved?: boolean
}

/** Renders the preference center: the subscriber's data to edit, and the unsubscribe form. */
export function preferenceCenterPage(view: PreferenceCenter): PageAnswer {
  const { language, email, list, problems = [], isSaved } = view
  const strings = messages[language]
  const { preferenceCenterTitle: title, preferenceCenterIntro, saved, refused } = strings.pages
  return webPage({
    language,
    status: problems.length > 0 ? 422 : 200,
    title,
    body: html`<p>${fill(preferenceCenterIntro, { email, list: list.name })}</p>
${list.description !== '' && html`<p class="quiet">${list.description}</p>`}
${isSaved && html`<p role="status">${saved}</p>`}
${problems.length > 0 && html`<p role="alert">${refused}</p>`}
${saveForm(view, strings)}
${unsubscribeForm(strings)}`,
  })
}

/** The limit of the API. */
const maxNameLength = 255

function saveForm({ nombre, texts, problems = [] }: PreferenceCenter, strings: Messages): Html {
  const { pages } = strings
  const controls = focusFirstError([
    {
      name: 'nombre',
      id: 'nombre',
      label: pages.nombre,
      type: 'text',
      values: [nombre],
      autocomplete: 'name',
      maxLength: maxNameLength,
      error: errorOf('nombre', problems, strings),
    },
    ...controlsOf(texts, problems, strings),
  ])
  return html`<section>
<h2>${pages.saveTitle}</h2>
<form method="post">
<input type="hidden" name="act" value="save">
${controls.map((control) => fieldControl(control, pages))}
<button>${pages.saveButton}</button>
</form>
</section>`
}

const unsubscribeForm = ({ pages }: Messages): Html => html`<section>
<h2>${pages.unsubscribeTitle}</h2>
<form method="post">
<input type="hidden" name="act" value="leave">
<fieldset><legend>${pages.unsubscribeReason}</legend>
${Object.entries(pages.unsubscribeReasons).map(
  ([reason, text]) =>
    html`<label><input type="radio" name="reason" value="${reason}"> ${text}</label>
`,
)}</fieldset>
<p><label for="comment">${pages.unsubscribeComment}</label>
<textarea name="comment" id="comment" rows="2" maxlength="900"></textarea></p>
<p><label><input type="checkbox" name="spam" value="1"> ${pages.unsubscribeSpam}</label></p>
<button class="plain">${pages.unsubscribeButton}</button>
</form>
</section>`

interface UnsubscribedView {
  language: Language
  email: string
  list: Pick<List, 'name'>
  /** Subscribing again: available, already requested, or no longer possible. */
  resubscribe: 'open' | 'asked' | 'shut'
}

export function unsubscribedPage({
  language,
  email,
  list,
  resubscribe,
}: UnsubscribedView): PageAnswer {
  const { pages } = messages[language]
  return webPage({
    language,
    title: pages.unsubscribeTitle,
    body: html`<section>
<p role="status">${fill(pages.unsubscribeDone, { email, list: list.name })}</p>
${
  resubscribe === 'asked'
    ? html`<p>${fill(pages.resubscribeRequested, { email })}</p>`
    : resubscribe === 'shut'
      ? html`<p>${pages.resubscribeBlocked}</p>`
      : html`<p>${pages.resubscribeText}</p>
<form method="post">
<input type="hidden" name="act" value="return">
<button class="plain">${pages.resubscribeButton}</button>
</form>`
}
</section>`,
  })
}
