import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import { inTransaction } from '../database/transaction.ts'
import { formPage } from '../http/form-page.ts'
import type { Page } from '../http/page.ts'
import type { Service } from '../service.ts'
import { confirmSignup, findSignup, signupPath } from '../users/sign-up/signup.ts'
import { invalidLink } from './invalid-link.ts'

const path = signupPath(':token')

/** The page behind a sign-up link. Mail scanners open every link, so only the button confirms. */
export const signUpPages = (service: Service): readonly Page[] => [
  {
    method: 'GET',
    path,
    async handle({ language, params }) {
      const found = await findSignup(service.db, service, params.token ?? '')
      if (!found) return invalidLink(language)
      const { username, email } = found
      const { signUpTitle: title, signUpQuestion, signUpButton: button } = messages[language].pages
      return formPage({ language, title, text: fill(signUpQuestion, { username, email }), button })
    },
  },
  {
    method: 'POST',
    path,
    async handle({ language, params }) {
      const username = await inTransaction(service.db, (tx) =>
        confirmSignup(tx, service, params.token ?? ''),
      )
      if (username === undefined) return invalidLink(language)
      const { signUpTitle: title, signUpDone } = messages[language].pages
      return formPage({ language, title, text: fill(signUpDone, { username }) })
    },
  },
]
