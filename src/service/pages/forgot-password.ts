import { checkField } from '../../contract/field.ts'
import { recovery } from '../../contract/modules/access/recovery.ts'
import type { Language } from '../../core/language.ts'
import { minuteMs } from '../../core/time.ts'
import { html } from '../../html/html.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import { forgotPath } from '../auth/forgot-path.ts'
import { inTransaction } from '../database/transaction.ts'
import { formPage } from '../http/form-page.ts'
import { type Page, type PageAnswer, textIn } from '../http/page.ts'
import { refuseCrossSiteForm } from '../http/same-origin.ts'
import { webPage } from '../http/web-page.ts'
import type { Service } from '../service.ts'
import { createMailCode, validMs } from '../users/recovery/forgot.ts'

/** The page for a person who has forgotten the password. It answers the same whether there is an account. */
export function forgotPasswordPages(service: Service): readonly Page[] {
  const { db, settings } = service
  const mailCode = createMailCode(service)
  return [
    { method: 'GET', path: forgotPath, handle: ({ language }) => question(language) },
    {
      method: 'POST',
      path: forgotPath,
      async handle(request) {
        refuseCrossSiteForm(request, settings.publicUrl)
        const { language, form, ip } = request
        const login = textIn(form, 'login').trim()
        const [problem] = checkField(recovery.forgot, 'login', login)
        const strings = messages[language]
        if (problem) {
          return question(language, fill(strings.problems[problem.code], problem.values))
        }
        await mailCode({ login, ip: ip(), language }, (work) => inTransaction(db, work))
        const { forgotTitle: title, forgotDone } = strings.pages
        return formPage({
          language,
          title,
          text: fill(forgotDone, { minutes: validMs / minuteMs }),
        })
      },
    },
  ]
}

function question(language: Language, problem?: string): PageAnswer {
  const { forgotTitle, forgotQuestion, forgotLogin, forgotButton } = messages[language].pages
  return webPage({
    language,
    status: problem === undefined ? 200 : 422,
    title: forgotTitle,
    body: html`<form method="post">
<section>
<p>${forgotQuestion}</p>
${problem !== undefined && html`<p role="alert">${problem}</p>`}
<p><label>${forgotLogin}<input name="login" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="320" required></label></p>
<p><button>${forgotButton}</button></p>
</section>
</form>`,
  })
}
