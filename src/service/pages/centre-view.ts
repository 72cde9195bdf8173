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

export interface Centre {
  language: Language
  email: string
  list: Pick<List, 'name' | 'description'>
  nombre: string
  texts: Texts
  problems?: readonly Problem[]
  isSaved?: boolean
}

/** What a subscriber has told, to be changed; and the way out. */
export function centrePage(centre: Centre): PageAnswer {
  const { language, email, list, problems = [], isSaved } = centre
  const words = messages[language]
  const { centreTitle: title, centreIntro, saved, refused } = words.pages
  return webPage({
    language,
    status: problems.length > 0 ? 422 : 200,
    title,
    body: html`<p>${fill(centreIntro, { email, list: list.name })}</p>
${list.description !== '' && html`<p class="quiet">${list.description}</p>`}
${isSaved && html`<p role="status">${saved}</p>`}
${problems.length > 0 && html`<p role="alert">${refused}</p>`}
${saveForm(centre, words)}
${leaveForm(words)}`,
  })
}

/** As much as the API takes. */
const longestName = 255

function saveForm({ nombre, texts, problems = [] }: Centre, words: Messages): Html {
  const { pages } = words
  const controls = focusFirstError([
    {
      name: 'nombre',
      id: 'nombre',
      label: pages.nombre,
      type: 'text',
      values: [nombre],
      autocomplete: 'name',
      maxLength: longestName,
      error: errorOf('nombre', problems, words),
    },
    ...controlsOf(texts, problems, words),
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

const leaveForm = ({ pages }: Messages): Html => html`<section>
<h2>${pages.leaveTitle}</h2>
<form method="post">
<input type="hidden" name="act" value="leave">
<fieldset><legend>${pages.leaveReason}</legend>
${Object.entries(pages.leaveReasons).map(
  ([reason, text]) =>
    html`<label><input type="radio" name="reason" value="${reason}"> ${text}</label>
`,
)}</fieldset>
<p><label for="comment">${pages.leaveComment}</label>
<textarea name="comment" id="comment" rows="2" maxlength="900"></textarea></p>
<p><label><input type="checkbox" name="spam" value="1"> ${pages.leaveSpam}</label></p>
<button class="plain">${pages.leaveButton}</button>
</form>
</section>`

interface Left {
  language: Language
  email: string
  list: Pick<List, 'name'>
  /** Back: `open` to ask for, `asked` already, `shut` for good. */
  way: 'open' | 'asked' | 'shut'
}

export function leftPage({ language, email, list, way }: Left): PageAnswer {
  const { pages } = messages[language]
  return webPage({
    language,
    title: pages.leaveTitle,
    body: html`<section>
<p role="status">${fill(pages.leaveDone, { email, list: list.name })}</p>
${
  way === 'asked'
    ? html`<p>${fill(pages.returnAsked, { email })}</p>`
    : way === 'shut'
      ? html`<p>${pages.returnShut}</p>`
      : html`<p>${pages.returnText}</p>
<form method="post">
<input type="hidden" name="act" value="return">
<button class="plain">${pages.returnButton}</button>
</form>`
}
</section>`,
  })
}
