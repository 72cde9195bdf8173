import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import { formPage } from '../http/form-page.ts'
import type { Page, PageAnswer, PageRequest } from '../http/page.ts'
import type { Service } from '../service.ts'
import { findSenderByToken, setVerified } from './store.ts'
import { tokenHashes, verifyPath } from './verification.ts'

/**
 * The page behind the verification link. Mail scanners open every link, so only the button
 * verifies.
 */
export const confirmPages = (service: Service): readonly Page[] => [
  {
    method: 'GET',
    path: verifyPath(':token'),
    handle: (request) => showQuestion(service, request),
  },
  { method: 'POST', path: verifyPath(':token'), handle: (request) => confirm(service, request) },
]

async function showQuestion(service: Service, request: PageRequest): Promise<PageAnswer> {
  const strings = messages[request.language].senderPage
  const sender = await findByToken(service, request)
  if (!sender) return page(request, 410, strings.expired)
  return page(request, 200, fill(strings.question, sender), strings.confirm)
}

async function confirm(service: Service, request: PageRequest): Promise<PageAnswer> {
  const strings = messages[request.language].senderPage
  const sender = await findByToken(service, request)
  if (!sender) return page(request, 410, strings.expired)
  await setVerified(service.db, sender.id, service.clock.now())
  return page(request, 200, fill(strings.confirmed, sender))
}

const findByToken = ({ db, clock, secrets }: Service, { params }: PageRequest) =>
  findSenderByToken(db, tokenHashes(secrets.hash, params.token ?? ''), clock.now())

const page = (
  { language }: PageRequest,
  status: number,
  text: string,
  button?: string,
): PageAnswer => {
  const { title } = messages[language].senderPage
  return formPage({ language, status, title, text, ...(button !== undefined && { button }) })
}
