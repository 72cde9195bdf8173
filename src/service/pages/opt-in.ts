import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import { confirmOptIn, findOptInRequest, type OptInRequest } from '../contacts/consent/confirm.ts'
import { readOptInToken } from '../contacts/consent/opt-in-token.ts'
import { inTransaction } from '../database/transaction.ts'
import { formPage } from '../http/form-page.ts'
import type { Page, PageAnswer, PageRequest } from '../http/page.ts'
import { findListById } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { invalidLink } from './invalid-link.ts'
import { type Look, lookOf } from './look.ts'

const path = '/optin/:token'

/** The page behind an opt-in link. Mail scanners open every link, so only the button confirms. */
export const optInPages = (service: Service): readonly Page[] => [
  {
    method: 'GET',
    path,
    async handle(request) {
      const optIn = await findOptInRequest(service.db, service, request.params.token ?? '')
      if (!optIn) return invalid(service, request)
      return (optIn.isAccepted ? done : question)(await viewOf(service, request, optIn))
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
      if (!accepted) return invalid(service, request)
      return done(await viewOf(service, request, accepted))
    },
  },
]

/** A link that has expired still names its list, so the page shows whose it was. */
async function invalid(service: Service, request: PageRequest): Promise<PageAnswer> {
  const optIn = readOptInToken(request.params.token ?? '', service.secrets.mac, 0)
  const list = optIn && (await findListById(service.db, optIn.listId))
  if (!list) return invalidLink(request.language)
  const { language, brand } = await lookOf(service, request, list)
  return invalidLink(language, brand)
}

interface OptInView extends Look {
  /** The address and the name of the list. */
  names: { email: string; list: string }
}

const viewOf = async (
  service: Service,
  request: PageRequest,
  { contact, list }: OptInRequest,
): Promise<OptInView> => ({
  ...(await lookOf(service, request, list)),
  names: { email: contact.email, list: list.name },
})

function question({ language, brand, names }: OptInView): PageAnswer {
  const { optInTitle: title, optInQuestion, optInButton: button } = messages[language].pages
  return formPage({ language, brand, title, text: fill(optInQuestion, names), button })
}

function done({ language, brand, names }: OptInView): PageAnswer {
  const { optInTitle: title, optInDone } = messages[language].pages
  return formPage({ language, brand, title, text: fill(optInDone, names) })
}
