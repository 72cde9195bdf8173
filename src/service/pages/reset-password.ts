import { checkField } from '../../contract/field.ts'
import { recovery } from '../../contract/modules/access/recovery.ts'
import { Failure } from '../../core/failure.ts'
import type { Language } from '../../core/language.ts'
import { html } from '../../html/html.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import { inTransaction } from '../database/transaction.ts'
import { formPage } from '../http/form-page.ts'
import { type Page, type PageAnswer, textIn } from '../http/page.ts'
import { webPage } from '../http/web-page.ts'
import type { Service } from '../service.ts'
import { resetPath } from '../users/recovery/forgot.ts'
import { findByCode, setNewPassword } from '../users/recovery/reset.ts'
import { invalidLink } from './invalid-link.ts'

const path = resetPath(':code')

/** The page behind the link of a person who has forgotten the password. Only its form changes anything. */
export const resetPasswordPages = (service: Service): readonly Page[] => [
  {
    method: 'GET',
    path,
    async handle({ language, params }) {
      const found = await findByCode(service, params.code ?? '')
      return found ? question(language, found.username) : invalidLink(language)
    },
  },
  {
    method: 'POST',
    path,
    async handle({ language, params, form, ip }) {
      const code = params.code ?? ''
      const found = await findByCode(service, code)
      if (!found) return invalidLink(language)
      const pass = textIn(form, 'pass')
      const [problem] = checkField(recovery.reset, 'pass', pass)
      if (problem) {
        const text = fill(messages[language].problems[problem.code], problem.values)
        return question(language, found.username, text)
      }
      try {
        await setNewPassword(service, { code, pass, ip: ip() }, (work) =>
          inTransaction(service.db, work),
        )
      } catch (error) {
        if (error instanceof Failure && error.code === 'reset_refused') return invalidLink(language)
        throw error
      }
      const { resetTitle: title, resetDone } = messages[language].pages
      return formPage({ language, title, text: fill(resetDone, { username: found.username }) })
    },
  },
]

function question(language: Language, username: string, problem?: string): PageAnswer {
  const { resetTitle, resetQuestion, resetPassword, resetButton } = messages[language].pages
  return webPage({
    language,
    status: problem === undefined ? 200 : 422,
    title: resetTitle,
    body: html`<form method="post">
<section>
<p>${fill(resetQuestion, { username })}</p>
${problem !== undefined && html`<p role="alert">${problem}</p>`}
<input type="hidden" name="username" value="${username}" autocomplete="username">
<p><label>${resetPassword}<input name="pass" type="password" autocomplete="new-password" minlength="8" maxlength="1024" required></label></p>
<p><button>${resetButton}</button></p>
</section>
</form>`,
  })
}
