import type { Language } from '../../core/language.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import { confirm, findInvitation, type Invitation } from '../contacts/confirm.ts'
import { inTransaction } from '../database/transaction.ts'
import { formPage } from '../http/form-page.ts'
import type { Page, PageAnswer } from '../http/page.ts'
import type { Service } from '../service.ts'
import { invalidLink } from './invalid-link.ts'
import { languageFor } from './reader-language.ts'

const path = '/optin/:token'

/** The page behind the link of an opt-in mail. Scanners open every link; only the button is a yes. */
export const optInPages = (service: Service): readonly Page[] => [
  {
    method: 'GET',
    path,
    async handle(request) {
      const invitation = await findInvitation(service.db, service, request.params.token ?? '')
      if (!invitation) return invalidLink(request.language)
      const language = await languageFor(request, service.db, invitation.list)
      return invitation.isAccepted ? done(language, invitation) : question(language, invitation)
    },
  },
  {
    method: 'POST',
    path,
    async handle(request) {
      const consent = { ip: request.ip(), userAgent: request.headers['user-agent'] ?? null }
      const accepted = await inTransaction(service.db, async (tx) => {
        const invitation = await findInvitation(tx, service, request.params.token ?? '')
        if (!invitation || invitation.isAccepted) return invitation
        return (await confirm(tx, service, invitation, consent)) ? invitation : undefined
      })
      if (!accepted) return invalidLink(request.language)
      return done(await languageFor(request, service.db, accepted.list), accepted)
    },
  },
]

function question(language: Language, invitation: Invitation): PageAnswer {
  const { optInTitle: title, optInQuestion, optInButton: button } = messages[language].pages
  return formPage({ language, title, text: fill(optInQuestion, named(invitation)), button })
}

function done(language: Language, invitation: Invitation): PageAnswer {
  const { optInTitle: title, optInDone } = messages[language].pages
  return formPage({ language, title, text: fill(optInDone, named(invitation)) })
}

const named = ({ contact, list }: Invitation) => ({ email: contact.email, list: list.name })
