import type { Language } from '../../core/language.ts'
import { messages } from '../../messages/all.ts'
import { formPage } from '../http/form-page.ts'
import type { PageAnswer } from '../http/page.ts'

/** What never was there and what is there no more look the same. */
export function invalidLink(language: Language): PageAnswer {
  const { invalidTitle: title, invalidText: text } = messages[language].pages
  return formPage({ language, status: 404, title, text })
}
