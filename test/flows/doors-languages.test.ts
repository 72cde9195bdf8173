import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureTable, problemCodes } from '../../src/core/failure.ts'
import { messages } from '../../src/messages/all.ts'
import { startService, type TestService } from '../support/service.ts'
import { addUser, type TestUser } from '../support/users.ts'

const { en, es } = messages

let server: TestService
let spaniard: TestUser
beforeAll(async () => {
  server = await startService()
  spaniard = await addUser(server, { parent: server.accountId })
  await spaniard.api('PUT', '/users/me', { language: 'es' })
})
afterAll(() => server.close())

/** Every text under a part of the messages, by its place. */
function textsIn(words: unknown, place = ''): [place: string, text: string][] {
  if (typeof words === 'string') return [[place, words]]
  if (typeof words !== 'object' || words === null) return []
  return Object.entries(words).flatMap(([name, inner]) => textsIn(inner, `${place}.${name}`))
}

/** A text of words, which two languages never share; not a name, a number or a lone mark. */
const isSentence = (text: string): boolean => text.split(/\s+/).length > 3

const spoken = ['failures', 'problems', 'mails', 'pages', 'senderPage'] as const

test.each(spoken)('%s are said in both languages', (part) => {
  const inSpanish = new Map(textsIn(es[part]))
  const inEnglish = textsIn(en[part])
  expect(inEnglish.length).toBeGreaterThan(0)
  expect([...inSpanish.keys()]).toEqual(inEnglish.map(([place]) => place))
  const same = inEnglish.filter(
    ([place, text]) => isSentence(text) && inSpanish.get(place) === text,
  )
  expect(same).toEqual([])
})

test('every code that the service answers has a title and a sentence of its own in each language', () => {
  const codes = Object.entries(failureTable).filter(([, { status }]) => status >= 400)
  for (const { failures } of [en, es]) {
    const sentences = codes.map(([code]) => failures[code as keyof typeof failureTable].sentence)
    expect(new Set(sentences).size).toBe(codes.length)
  }
  for (const { problems } of [en, es]) {
    expect(problemCodes.filter((code) => !/[.?]$/.test(problems[code].trim()))).toEqual([])
  }
})

const ask = (user: TestUser, path: string, language?: string) =>
  server.request('GET', `/v3/api${path}`, undefined, {
    authorization: `Bearer ${user.token}`,
    ...(language !== undefined && { 'accept-language': language }),
  })

test('a refusal is in the account’s language, unless the request asks for one of ours', async () => {
  const titleFor = async (language?: string) =>
    (await ask(spaniard, '/lists/999999999', language)).body.title
  const [spanish, english] = [es.failures.not_found.title, en.failures.not_found.title]
  expect(await titleFor()).toBe(spanish)
  expect(await titleFor('en')).toBe(english)
  expect(await titleFor('en-GB,en;q=0.9,es;q=0.1')).toBe(english)
  expect(await titleFor('fr, es-MX;q=0.5, en;q=0.2')).toBe(spanish)
  expect(await titleFor('fr, de')).toBe(spanish)
  expect(await titleFor('en;q=0')).toBe(spanish)
  expect(await titleFor('*')).toBe(spanish)
  expect(await titleFor(`${'x,'.repeat(5000)}en`)).toBe(spanish)
})

test('whoever has no account is answered in the language asked for, else in English', async () => {
  const titleFor = async (headers: Record<string, string>) =>
    (await server.request('GET', '/v3/api/lists', undefined, headers)).body.title
  expect(await titleFor({})).toBe(en.failures.unauthorized.title)
  expect(await titleFor({ 'accept-language': 'es-ES' })).toBe(es.failures.unauthorized.title)
})
