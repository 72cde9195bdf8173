import type { Problem } from '../../core/failure.ts'
import { fieldControl } from '../../html/field-control.ts'
import { type Html, html } from '../../html/html.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import type { Messages } from '../../messages/index.ts'
import type { PageAnswer } from '../http/page.ts'
import { webPage } from '../http/web-page.ts'
import type { List } from '../lists/store.ts'
import { controlsOf, focusFirstError, nameControl, type Texts } from './custom-fields.ts'
import type { Look } from './look.ts'

export interface PreferenceCenter {
  look: Look
  /** The path of the page for all lists. */
  allLists: string
  email: string
  list: Pick<List, 'name' | 'description'>
  nombre: string
  texts: Texts
  problems?: readonly Problem[]
  isSaved?: boolean
}

/** Renders the preference center: the subscriber's data to edit, and the unsubscribe form. */
export function preferenceCenterPage(view: PreferenceCenter): PageAnswer {
  const { look, email, list, problems = [], isSaved } = view
  const strings = messages[look.language]
  const { preferenceCenterTitle: title, preferenceCenterIntro, saved, refused } = strings.pages
  return webPage({
    ...look,
    status: problems.length > 0 ? 422 : 200,
    title,
    body: html`<p>${fill(preferenceCenterIntro, { email, list: list.name })}</p>
${list.description !== '' && html`<p class="quiet">${list.description}</p>`}
${isSaved && html`<p role="status">${saved}</p>`}
${problems.length > 0 && html`<p role="alert">${refused}</p>`}
${saveForm(view, strings)}
${unsubscribeForm(strings)}
${linkToAll(view)}`,
  })
}

function saveForm({ nombre, texts, problems = [] }: PreferenceCenter, strings: Messages): Html {
  const { pages } = strings
  const controls = focusFirstError([
    nameControl(nombre, problems, strings),
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
  look: Look
  /** The path of the page for all lists. */
  allLists: string
  email: string
  list: Pick<List, 'name'>
  /** The mail to subscribe again was requested. */
  isAsked: boolean
}

export function unsubscribedPage(view: UnsubscribedView): PageAnswer {
  const { look, email, list, isAsked } = view
  const { pages } = messages[look.language]
  return webPage({
    ...look,
    title: pages.unsubscribeTitle,
    body: html`<section>
<p role="status">${fill(pages.unsubscribeDone, { email, list: list.name })}</p>
${
  isAsked
    ? html`<p>${fill(pages.resubscribeRequested, { email })}</p>`
    : html`<p>${pages.resubscribeText}</p>
<form method="post">
<input type="hidden" name="act" value="return">
<button class="plain">${pages.resubscribeButton}</button>
</form>`
}
</section>
${linkToAll(view)}`,
  })
}

const linkToAll = ({ look, allLists }: Pick<PreferenceCenter, 'look' | 'allLists'>): Html =>
  html`<nav><a href="..${allLists}">${messages[look.language].pages.allSubscriptions}</a></nav>`
