import { check } from '../../contract/check.ts'
import { subscribeForm as shape } from '../../contract/shapes/subscription.ts'
import { Failure, type Problem } from '../../core/failure.ts'
import { isLanguage, type Language } from '../../core/language.ts'
import { html } from '../../html/html.ts'
import { personControls, subscribeForm } from '../../html/subscribe-form.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import { type Brand, findBrand } from '../brands/store.ts'
import { inTransaction } from '../database/transaction.ts'
import { formPage } from '../http/form-page.ts'
import {
  type FormFields,
  type Page,
  type PageAnswer,
  type PageRequest,
  textIn,
} from '../http/page.ts'
import { webPage } from '../http/web-page.ts'
import { type Field, problemsOfForm } from '../lists/fields/field-values.ts'
import { selectFields } from '../lists/fields/store.ts'
import { allowedRedirect, formOriginsOf, formPath } from '../lists/form.ts'
import { findFormList, type List } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { submitForm } from '../subscription/public-subscribe.ts'
import {
  controlsOf,
  defaultTexts,
  errorOf,
  focusFirstError,
  submittedTexts,
  type Texts,
  valuesOf,
} from './custom-fields.ts'
import { invalidLink } from './invalid-link.ts'
import type { Look } from './look.ts'
import { languageFor } from './reader-language.ts'

/**
 * The subscribe form of a list. Forms on other sites post here as well: they need no script, and
 * this page shows their errors.
 */
export const subscribePages = (service: Service): readonly Page[] => [
  { method: 'GET', path: formPath, handle: (request) => show(service, request) },
  { method: 'POST', path: formPath, handle: (request) => submit(service, request) },
]

async function show(service: Service, request: PageRequest): Promise<PageAnswer> {
  const list = await findList(service, request)
  if (!list) return invalidLink(request.language)
  const { lang, redirect, done } = request.query
  const language = await languageOf(service, request, list, lang)
  const brand = await brandOf(service, list)
  if (done !== undefined) return thanks({ language, brand }, list)
  const texts = defaultTexts(await openFields(service, list))
  return page({ language, brand, list, texts, redirect: allowedRedirect(list, redirect) })
}

async function submit(service: Service, request: PageRequest): Promise<PageAnswer> {
  const list = await findList(service, request)
  if (!list) return invalidLink(request.language)
  const { form } = request
  const language = await languageOf(service, request, list, textIn(form, 'lang'))
  const texts = submittedTexts(await openFields(service, list), form)
  const redirect = allowedRedirect(list, textIn(form, 'redirect'))
  const problems = await problemsIn(service, list, readForm(form, texts, list), {
    fields: [...texts.keys()],
    ip: request.ip(),
    language,
  })
  if (problems.length > 0) {
    const person = { email: textIn(form, 'email'), nombre: textIn(form, 'nombre') }
    const brand = await brandOf(service, list)
    return page({ language, brand, list, texts, redirect, person, problems })
  }
  return { status: 303, headers: { location: redirect ?? `?done&lang=${language}` } }
}

const findList = ({ db }: Service, { params }: PageRequest): Promise<List | undefined> =>
  findFormList(db, params.list ?? '')

async function languageOf(
  { db }: Service,
  request: PageRequest,
  list: List,
  wanted: string | undefined,
): Promise<Language> {
  return isLanguage(wanted) ? wanted : languageFor(request, db, list)
}

const brandOf = ({ db }: Service, { account_id: accountId, id: listId }: List): Promise<Brand> =>
  findBrand(db, { accountId, listId })

const openFields = async ({ db }: Service, list: List) =>
  (await selectFields(db, { accountId: list.account_id, listId: list.id })).filter(
    ({ internal }) => !internal,
  )

const readForm = (form: FormFields, texts: Texts, list: List) => ({
  list_id: list.public_id,
  email: textIn(form, 'email').trim(),
  nombre: textIn(form, 'nombre'),
  website: textIn(form, 'website'),
  customFields: valuesOf(texts),
})

async function problemsIn(
  service: Service,
  list: List,
  form: ReturnType<typeof readForm>,
  { fields, ip, language }: { fields: readonly Field[]; ip: string; language: Language },
): Promise<readonly Problem[]> {
  const checked = check(shape, form)
  // Validate the fields separately, to report all problems at once.
  const problems = problemsOfForm(fields, form.customFields)
  if ('problems' in checked) return [...checked.problems, ...problems]
  if (problems.length > 0) return problems
  const { db } = service
  try {
    await submitForm(service, list, checked.value, {
      ip,
      language,
      transact: (work) => inTransaction(db, work),
    })
    return []
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid') return error.details.problems ?? []
    throw error
  }
}

interface FormOnPage extends Look {
  list: List
  texts: Texts
  redirect: string | undefined
  person?: { email: string; nombre: string }
  problems?: readonly Problem[]
}

function page({
  language,
  brand,
  list,
  texts,
  redirect,
  person,
  problems = [],
}: FormOnPage): PageAnswer {
  const strings = messages[language]
  const { pages } = strings
  const controls = focusFirstError([
    ...personControls(pages, person).map((control) => ({
      ...control,
      error: errorOf(control.name, problems, strings),
    })),
    ...controlsOf(texts, problems, strings),
  ])
  const sites = formOriginsOf(list)
  return webPage({
    language,
    brand,
    status: problems.length > 0 ? 422 : 200,
    title: fill(pages.subscribeTitle, { list: list.name }),
    formTargets: sites,
    framedBy: sites,
    body: html`<section>
${list.description !== '' && html`<p class="quiet">${list.description}</p>`}
${problems.length > 0 && html`<p role="alert">${pages.refused}</p>`}
${subscribeForm({ language, controls, redirect, messages: pages })}
</section>`,
  })
}

/** The page is always the same, so that a form does not reveal who is on a list. */
function thanks({ language, brand }: Look, list: List): PageAnswer {
  const { subscribeThanks: title, subscribeRequested, subscribeDone } = messages[language].pages
  const text = list.double_optin === 1 ? subscribeRequested : subscribeDone
  return formPage({ language, brand, title, text, framedBy: formOriginsOf(list) })
}
