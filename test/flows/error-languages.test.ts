import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureTable } from '../../src/core/failure.ts'
import { problemCodes } from '../../src/core/problem-codes.ts'
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

/** Returns all texts in a part of the messages, with their paths. */
function textsIn(messages: unknown, path = ''): [path: string, text: string][] {
  if (typeof messages === 'string') return [[path, messages]]
  if (typeof messages !== 'object' || messages === null) return []
  return Object.entries(messages).flatMap(([name, inner]) => textsIn(inner, `${path}.${name}`))
}

/** Whether a text has enough words to differ between languages, unlike a name or a number. */
const isSentence = (text: string): boolean => text.split(/\s+/).length > 3

const groups = ['failures', 'problems', 'mails', 'pages', 'senderPage'] as const

test.each(groups)('%s are said in both languages', (part) => {
  const inSpanish = new Map(textsIn(es[part]))
  const inEnglish = textsIn(en[part])
  expect(inEnglish.length).toBeGreaterThan(0)
  expect([...inSpanish.keys()]).toEqual(inEnglish.map(([path]) => path))
  const same = inEnglish.filter(([path, text]) => isSentence(text) && inSpanish.get(path) === text)
  expect(same).toEqual([])
})

test('every error code has its own title and sentence in both languages', () => {
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

test('an error uses the account’s language unless the request asks for another', async () => {
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

test('unauthenticated requests get the requested language, else English', async () => {
  const titleFor = async (headers: Record<string, string>) =>
    (await server.request('GET', '/v3/api/lists', undefined, headers)).body.title
  expect(await titleFor({})).toBe(en.failures.unauthorized.title)
  expect(await titleFor({ 'accept-language': 'es-ES' })).toBe(es.failures.unauthorized.title)
})
