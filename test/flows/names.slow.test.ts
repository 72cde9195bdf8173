import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tree } from '../../src/cli/generated/tree.ts'
import type { Flag } from '../../src/cli/syntax/flag.ts'
import type { ReferenceKind } from '../../src/cli/syntax/reference-kinds.ts'
import type { Verb } from '../../src/cli/syntax/verb.ts'
import { connectClient } from '../support/access/oauth.ts'
import { addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { newFolder } from '../support/folder.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let cli: ReturnType<typeof remite>
const folder = newFolder()
const file = join(folder, 'some.html')
const flow = join(folder, 'flow.json')
const addresses = join(folder, 'addresses.csv')

/** The name of a thing of each kind, and the id that a request takes for it. */
const known: Partial<Record<ReferenceKind, { name: string; id: string }>> = {}

beforeAll(async () => {
  // One network may have 400 connections, and each run of this file opens one.
  server = await startService({ trustedProxies: 1 })
  cli = remite(server)
  writeFileSync(file, '<p>Hola. Calle Mayor 1, Soria. {{ unsubscribe_url }}</p>')
  writeFileSync(flow, JSON.stringify({ name: 'Otra' }))
  writeFileSync(addresses, 'email\nana@correo.example\n')
  const made = async (kind: ReferenceKind, name: string, path: string, body: object) => {
    const answer = await server.api('POST', path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    known[kind] = { name, id: String(answer.body.id) }
    return answer.body.id as number
  }
  const list = await made('list', 'Clientes de otoño', '/lists', { name: 'Clientes de otoño' })
  await server.api('POST', '/lists', { name: 'Otros' })
  await addSender(server, 'noticias@ejemplo.example')
  const { body: senders } = await server.api('GET', '/senders')
  known.sender = { name: senders[0].from_name, id: senders[0].from_mail }
  await made('campaign', 'Primavera', '/campaigns', {
    ...campaignOf(list, { draft: true }),
    camp_name: 'Primavera',
    from_mail: 'noticias@ejemplo.example',
  })
  const conditions = { op: 'and', rules: [{ field: 'email', operator: 'is_set' }] }
  await made('segment', 'VIP', '/segments', { name: 'VIP', conditions })
  await made('template', 'Boletín', '/templates', { name: 'Boletín', html: '<p>Hola</p>' })
  await made('automation', 'Bienvenida', '/automations', {
    name: 'Bienvenida',
    trigger: { type: 'list_joined', list_id: list },
    nodes: [{ id: 'in', type: 'trigger' }],
    edges: [],
  })
  await made('field', 'Ciudad', `/lists/${list}/fields`, { name: 'Ciudad', type: 'text' })
  const user = { username: 'lucia', email: 'lucia@ejemplo.example', pass: 'a long password' }
  await made('user', 'lucia', '/users', user)
  const hook = 'https://ganchos.example/entrada'
  const hookInput = { url: hook, events: ['contact.bounce'] }
  await made('webhook', hook, `/users/${server.accountId}/webhooks`, hookInput)
  await made('key', 'Tienda', '/auth/keys', { name: 'Tienda', preset: 'read' })
  await connectClient(server, {}, { client_name: 'Asistente' })
  const { body: apps } = await server.api('GET', '/auth/apps')
  known.app = { name: 'Asistente', id: String(apps[0].id) }
  const ana = { email: 'ana@correo.example', nombre: 'Ana Ruiz' }
  const picture = { width: 8, height: 8, channels: 3, background: 'red' } as const
  await sharp({ create: picture }).png().toFile(join(folder, 'portada.png'))
  await cli('media', 'add', join(folder, 'portada.png'))
  const { body: images } = await server.api('GET', '/media')
  known.image = { name: images[0].name, id: String(images[0].id) }
  const contact = await made('contact', 'Ana Ruiz', `/lists/${list}/contacts`, ana)
  known['contact-id'] = { name: ana.email, id: String(contact) }
})
afterAll(() => server.close())

interface Place {
  verb: Verb
  kind: ReferenceKind
  key: string
  /** The words of the whole command with this text in the place of the reference. */
  words(text: string): string[]
}

/** Values of what verbs require, by their key. */
const filler: Readonly<Record<string, string>> = {
  variant: 'a',
  role: 'User',
  status: 'active',
  action: 'unsubscribe',
  language: 'es',
  to: 'unopened',
  addresses: 'eva@correo.example',
  at: '2030-01-01T09:00',
  emails: 'eva@correo.example',
  email: 'eva@correo.example',
  contact: 'ana@correo.example',
  type: 'text',
  checks: 'syntax',
  xsid: 'qwertyu',
}

/** What verbs need beyond what they require. */
const more: Readonly<Record<string, readonly string[]>> = {
  'campaigns update': ['--name=Otra'],
  'campaigns create': ['--allow=html_empty', '--allow=audience_empty'],
  'campaigns send': ['--allow=sender_not_verified'],
  'lists update': ['--name=Otra'],
  'lists fields update': ['--name=Otra'],
  'contacts update': ['--nombre=Eva'],
  'segments create': ['--where=email is set'],
  'segments update': ['--name=Otra'],
  'users update': ['--nombre=Eva'],
  'users quota set': ['--monthly-sends=5'],
  'webhooks update': ['--description=Otra'],
}

const fileOf: Readonly<Record<string, string>> = {
  'lists import': addresses,
  'contacts suppressions import': addresses,
  'automations update': flow,
}

function wordsOf(verb: Verb, key: string, text: string): string[] {
  const value = (place: Pick<Flag, 'key' | 'reference' | 'placeholder'>): string => {
    if (place.key === key) return text
    // A list cannot be excluded from itself.
    if (place.key === 'list_id' && key === 'exclude_list_id') return '2'
    if (place.reference) return known[place.reference]?.id ?? '1'
    if (place.placeholder === 'FILE' || place.key === 'file') return fileOf[verb.path] ?? file
    if (place.key === 'action' && key === 'to_list_id') return 'move'
    return filler[place.key] ?? 'Nombre'
  }
  const flags = verb.flags.filter((flag) => flag.required || flag.key === key)
  const options = flags.flatMap((flag) => [`--${flag.name}=${value(flag)}`])
  const extra = [...(more[verb.path] ?? [])]
  if (verb.path === 'contacts bulk' && key !== 'segment' && key !== 'contacts')
    extra.push('--everyone')
  return [...verb.path.split(' '), ...options, ...extra, '--', ...verb.positionals.map(value)]
}

const places: Place[] = tree.flatMap((verb) =>
  [...verb.positionals, ...verb.flags].flatMap(({ key, reference: kind }) =>
    kind ? [{ verb, kind, key, words: (text: string) => wordsOf(verb, key, text) }] : [],
  ),
)

/** Verbs that run until they are stopped or need a file of their own. */
const elsewhere = new Set(['events tail', 'campaigns edit', 'campaigns watch', 'templates import'])

/** Jobs and links have no names. */
const isNamed = ({ kind, verb }: Place): boolean =>
  kind !== 'job' && kind !== 'link' && !elsewhere.has(verb.path)

const named = (chosen: readonly Place[]) =>
  chosen.map((place) => [`${place.verb.path}: ${place.key} is a ${place.kind}`, place] as const)

test('the tree has references of all kinds', () => {
  expect(places.length).toBeGreaterThan(100)
})

describe('a name stands for its number', () => {
  const asText = (value: unknown) => JSON.stringify(value)
  const changing = places.filter(
    (place) => isNamed(place) && place.verb.endpoint && place.verb.effect !== 'read',
  )
  test.each(named(changing))('in the request of %s', async (_, { words, kind }) => {
    const { name, id } = known[kind] ?? { name: '', id: '' }
    const { code, stderr, json } = await cli('--dry-run', '-o', 'json', ...words(name))
    expect(code, stderr).toBe(0)
    const { url, body } = json()
    expect(`${url} ${asText(body)}`).toMatch(new RegExp(`[/=":[]${id}\\b`))
    expect(decodeURIComponent(url) + asText(body)).not.toContain(name)
  })

  const reading = places.filter((place) => isNamed(place) && place.verb.effect === 'read')
  test.each(named(reading))('in the answer of %s', async (_, { words, kind, verb }) => {
    const { code, stderr } = await cli('-o', 'json', ...words(known[kind]?.name ?? ''))
    // There is no job.
    expect(code, stderr).toBe(verb.positionals[0]?.reference === 'job' ? 3 : 0)
  })
})

test('a name that is not there is not found, whatever asks for it', async () => {
  const found: string[] = []
  for (const { verb, key, words } of places) {
    const { code, stderr } = await cli('--no-input', ...words('No hay tal nombre'))
    const isRight = code === 3 && stderr.includes('There is no')
    if (!isRight) found.push(`${verb.path} ${key}: ${code} ${stderr}`)
  }
  expect(found).toEqual([])
})
