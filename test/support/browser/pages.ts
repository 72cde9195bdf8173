import { subscriberXsid } from '../../../src/service/subscription/subscriber-xsid.ts'
import type { TestService } from '../service.ts'

export interface FormFields {
  [name: string]: string | readonly string[]
}

/** Submits a form as a browser does, from a page of the service unless `headers` has another origin. */
export const sendForm = (
  { request, origin }: TestService,
  path: string,
  fields: FormFields,
  headers: Record<string, string> = {},
) => {
  const form = new URLSearchParams()
  for (const [name, values] of Object.entries(fields)) {
    for (const value of [values].flat()) form.append(name, String(value))
  }
  return request('POST', path, String(form), {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'text/html',
    origin,
    ...headers,
  })
}

export const openPage = (
  { request }: TestService,
  path: string,
  headers: Record<string, string> = {},
) => request('GET', path, undefined, { accept: 'text/html', 'accept-language': 'en', ...headers })

let lists = 0

/** Creates a list with a field of every type, one of them internal. */
export async function newListWithFields(server: TestService, more: object = {}) {
  const { api } = server
  const name = `Boletín ${++lists}`
  const { body } = await api('POST', '/lists', { name, ...more })
  const { id } = body
  const options = { options: ['S', 'M', 'L'] }
  for (const field of [
    { name: 'Ciudad', type: 'text', required: true, default: 'Lugo' },
    { name: 'Hijos', type: 'number' },
    { name: 'Alta', type: 'date' },
    { name: 'Club', type: 'boolean' },
    { name: 'Talla', type: 'dropdown', ...options },
    { name: 'Corte', type: 'radio', ...options },
    { name: 'Temas', type: 'multi', options: ['Arte, y más', 'Cine', 'Mar'] },
    { name: 'Web', type: 'url' },
    { name: 'Nota', type: 'text', internal: true },
  ]) {
    await api('POST', `/lists/${id}/fields`, field)
  }
  const created = await api('GET', `/lists/${id}`)
  return { id: Number(id), name, publicId: String(created.body.public_id) }
}

/** Adds a contact to the list and returns the path of its preference center. */
export async function newSubscriber(server: TestService, list: number, contact: object = {}) {
  const email = `ana${list}@example.org`
  const { body } = await server.api('POST', `/lists/${list}/contacts`, {
    ...{ email, nombre: 'Ana' },
    ...contact,
  })
  const ids = { contactId: Number(body.id), listId: list, campaignId: null }
  return {
    id: ids.contactId,
    email,
    page: `/s/${subscriberXsid(server.service.secrets.sids, ids)}`,
  }
}
