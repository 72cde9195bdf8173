import type { Language } from '../../core/language.ts'
import { messages } from '../../messages/all.ts'
import type { Brand } from '../brands/store.ts'
import { formPage } from '../http/form-page.ts'
import type { PageAnswer } from '../http/page.ts'

/** Returns the page for an invalid link. It does not reveal whether the link ever existed. */
export function invalidLink(language: Language, brand?: Brand): PageAnswer {
  const { invalidTitle: title, invalidText: text } = messages[language].pages
  return formPage({ language, status: 404, title, text, brand })
}
