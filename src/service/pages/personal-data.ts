import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import type { Contact } from '../contacts/store.ts'
import { fileHeaders } from '../http/attachment.ts'
import { formPage } from '../http/form-page.ts'
import type { Page, PageAnswer, PageRequest } from '../http/page.ts'
import { refuseCrossSiteForm } from '../http/same-origin.ts'
import type { Service } from '../service.ts'
import { type DataAction, dataPaths, findDataSubject } from '../subscription/data-link.ts'
import { countFromIp, formsPerIp } from '../subscription/limits.ts'
import { erasePerson, exportPerson } from '../subscription/person-data.ts'
import { invalidLink } from './invalid-link.ts'
import { type Look, lookOf } from './look.ts'

/**
 * The pages behind the links to personal data and their erasure. Mail scanners open every link, so
 * only the button does something.
 */
export const personalDataPages = (service: Service): readonly Page[] =>
  (['export', 'erase'] as const).flatMap((action): Page[] => [
    {
      method: 'GET',
      path: dataPaths[action],
      handle: (request) =>
        withSubject(service, request, action, async (contact, look) =>
          question(look, action, contact),
        ),
    },
    {
      method: 'POST',
      path: dataPaths[action],
      handle: (request) =>
        withSubject(service, request, action, async (contact, look) => {
          refuseCrossSiteForm(request, service.settings.publicUrl)
          await countFromIp(service, 'personal data', request.ip(), formsPerIp)
          return action === 'export' ? download(service, contact) : erase(service, contact, look)
        }),
    },
  ])

async function withSubject(
  service: Service,
  request: PageRequest,
  action: DataAction,
  answer: (contact: Contact, look: Look) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const token = request.params.token ?? ''
  const contact = await findDataSubject(service.db, service, action, token)
  if (!contact) return invalidLink(request.language)
  return answer(contact, await lookOf(service, request, { account_id: contact.account_id }))
}

function question(look: Look, action: DataAction, { email }: Contact): PageAnswer {
  const { title, question: text, button } = messages[look.language].pages.personalData[action]
  return formPage({ ...look, title, text: fill(text, { email }), button })
}

async function download(service: Service, contact: Contact): Promise<PageAnswer> {
  const data = await exportPerson(service, contact)
  return {
    status: 200,
    headers: { ...fileHeaders('data.json', 'application/json'), 'cache-control': 'no-store' },
    body: JSON.stringify(data, null, 2),
  }
}

async function erase(service: Service, contact: Contact, look: Look): Promise<PageAnswer> {
  await erasePerson(service, contact)
  service.wake()
  const { personalData } = messages[look.language].pages
  return formPage({ ...look, title: personalData.erase.title, text: personalData.erased })
}
