import type { Language } from '../../core/language.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import { confirmOptIn, findOptInRequest, type OptInRequest } from '../contacts/consent/confirm.ts'
import { inTransaction } from '../database/transaction.ts'
import { formPage } from '../http/form-page.ts'
import type { Page, PageAnswer } from '../http/page.ts'
import type { Service } from '../service.ts'
import { invalidLink } from './invalid-link.ts'
import { languageFor } from './reader-language.ts'

const path = '/optin/:token'

/** The page behind an opt-in link. Mail scanners open every link, so only the button confirms. */
export const optInPages = (service: Service): readonly Page[] => [
  {
    method: 'GET',
    path,
    async handle(request) {
      const optIn = await findOptInRequest(service.db, service, request.params.token ?? '')
      if (!optIn) return invalidLink(request.language)
      const language = await languageFor(request, service.db, optIn.list)
      return optIn.isAccepted ? done(language, optIn) : question(language, optIn)
    },
  },
  {
    method: 'POST',
    path,
    async handle(request) {
      const consent = { ip: request.ip(), userAgent: request.headers['user-agent'] ?? null }
      const accepted = await inTransaction(service.db, async (tx) => {
        const optIn = await findOptInRequest(tx, service, request.params.token ?? '')
        if (!optIn || optIn.isAccepted) return optIn
        return (await confirmOptIn(tx, service, optIn, consent)) ? optIn : undefined
      })
      if (!accepted) return invalidLink(request.language)
      return done(await languageFor(request, service.db, accepted.list), accepted)
    },
  },
]

function question(language: Language, optIn: OptInRequest): PageAnswer {
  const { optInTitle: title, optInQuestion, optInButton: button } = messages[language].pages
  return formPage({ language, title, text: fill(optInQuestion, valuesOf(optIn)), button })
}

function done(language: Language, optIn: OptInRequest): PageAnswer {
  const { optInTitle: title, optInDone } = messages[language].pages
  return formPage({ language, title, text: fill(optInDone, valuesOf(optIn)) })
}

const valuesOf = ({ contact, list }: OptInRequest) => ({ email: contact.email, list: list.name })
