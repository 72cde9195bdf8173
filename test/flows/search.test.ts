import { afterAll, beforeAll, expect, test } from 'vitest'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let cli: ReturnType<typeof remite>
beforeAll(async () => {
  server = await startService()
  cli = remite(server)
})
afterAll(() => server.close())

const newList = async (name: string): Promise<number> =>
  (await server.api('POST', '/lists', { name })).body.id

const add = (list: number, contacts: object[]) =>
  server.api('POST', `/lists/${list}/contacts`, { contacts })

/** Returns the addresses that a search finds, in order. */
async function addressesFor(q: string, more = ''): Promise<string[]> {
  const { body } = await server.api('GET', `/search/contacts?q=${encodeURIComponent(q)}${more}`)
  return body.map(({ email }: { email: string }) => email)
}

test('a contact is found by address, domain, first name and surname, in every list', async () => {
  const [one, two] = [await newList('First'), await newList('Second')]
  await server.api('POST', `/lists/${two}/fields`, { name: 'Ciudad', type: 'text' })
  await add(one, [
    { email: 'rosalia@casa.example', nombre: 'Rosalía de Castro' },
    { email: 'r.otra@casa.example', nombre: 'Otra Persona' },
  ])
  await add(two, [
    { email: 'Rosalia@casa.example', nombre: 'ROSALÍA', customFields: { ciudad: 'Padrón' } },
    { email: 'mail@casa.example.org', nombre: 'Zoe' },
  ])
  expect(await addressesFor('rosalia@casa.example')).toEqual([
    'rosalia@casa.example',
    'Rosalia@casa.example',
  ])
  expect(await addressesFor('R.OT')).toEqual(['r.otra@casa.example'])
  expect(await addressesFor('@casa.example')).toHaveLength(4)
  expect(await addressesFor('casa.example.org')).toEqual(['mail@casa.example.org'])
  expect(await addressesFor('rosalía de')).toEqual(['rosalia@casa.example'])
  expect(await addressesFor('CASTRO')).toEqual(['rosalia@casa.example'])
  expect(await addressesFor('astro')).toEqual([])
  const { body } = await server.api('GET', '/search/contacts?q=rosalia@')
  expect(body).toMatchObject([
    { list_id: one, customFields: [] },
    { list_id: two, customFields: [{ name: 'Ciudad', value: 'Padrón' }] },
  ])
})

test('a contact that matches several ways is listed once, closest first, page by page', async () => {
  const list = await newList('Many')
  const people = Array.from({ length: 30 }, (_, index) => ({
    // Matches by address and name, by first name, by surname, and by domain.
    email: [
      `lupe${index}@x.example`,
      `a${index}@x.example`,
      `b${index}@x.example`,
      `c${index}@lupe.example`,
    ][index % 4],
    nombre: ['Lupe Sanz', 'Lupe Gil', 'Ana Lupe', 'Eva'][index % 4],
  }))
  await add(list, people)
  const found: string[] = []
  let cursor = ''
  do {
    const { body, headers } = await server.api('GET', `/search/contacts?q=lupe&limit=7${cursor}`)
    found.push(...body.map(({ email }: { email: string }) => email))
    const next = headers.get('x-next-cursor')
    cursor = next ? `&cursor=${next}` : ''
  } while (cursor !== '')
  expect([...found].sort()).toEqual(people.map(({ email }) => email).sort())
  expect(found.map((email) => email[0]).join('')).toMatch(/^l+c+a+b+$/)
  expect((await server.api('GET', '/search/contacts?q=lupe&cursor=x')).status).toBe(422)
})

test('wildcards are plain text, and blanks match nothing', async () => {
  const list = await newList('Signs')
  await add(list, [
    { email: 'sign@signs.example', nombre: 'Cien 100%' },
    { email: 'u@signs.example', nombre: 'Uno X_Y' },
  ])
  expect(await addressesFor('100%')).toEqual(['sign@signs.example'])
  expect(await addressesFor('x_y')).toEqual(['u@signs.example'])
  expect(await addressesFor('x%y')).toEqual([])
  expect(await addressesFor('   ')).toEqual([])
  expect(await addressesFor("'; drop table contacts; --")).toEqual([])
})

test('later words of a name match, whatever punctuation or blanks are between them', async () => {
  const list = await newList('Words')
  const names = [
    "Flann O'Brien",
    'Ana  Quiroga  Pazos',
    'Max Back\\Slash',
    'Eva Quiroga:*',
    'Leo Pazos Quiroga',
    `Kim ${'한'.repeat(251)}`,
  ]
  await add(
    list,
    names.map((nombre, index) => ({ email: `w${index}@words.example`, nombre })),
  )
  expect(await addressesFor("o'br")).toEqual(['w0@words.example'])
  expect(await addressesFor('back\\sl')).toEqual(['w2@words.example'])
  expect(await addressesFor('quiroga:*')).toEqual(['w3@words.example'])
  expect(await addressesFor('quir')).toEqual([1, 3, 4].map((index) => `w${index}@words.example`))
  expect(await addressesFor('pazos quiroga')).toEqual(['w4@words.example'])
  expect(await addressesFor('quiroga & pazos')).toEqual([])
  expect(await addressesFor('한'.repeat(100))).toEqual(['w5@words.example'])
  expect(await addressesFor('한'.repeat(255))).toEqual([])
})

test('a global search finds each kind by name, at most ten of each', async () => {
  const list = await newList('Primavera en Galicia')
  await add(
    list,
    Array.from({ length: 12 }, (_, index) => ({
      email: `galicia${index}@y.example`,
      nombre: `G ${index}`,
    })),
  )
  await server.api('POST', '/senders', { from_name: 'T', from_mail: 'hola@tienda.example' })
  for (const camp_name of ['Otoño gallego', 'Viaje a GALICIA'])
    await server.api('POST', '/campaigns', {
      ...{ camp_name, asunto: 'Hola', html: '<p>Hola</p>', from_mail: 'hola@tienda.example' },
      ...{ list_id: [String(list)], draft: true },
    })
  const { body } = await server.api('GET', '/search?q=galicia')
  expect(body).toMatchObject({
    campaigns: [{ camp_name: 'Viaje a GALICIA', status: 'draft' }],
    lists: [{ id: list, name: 'Primavera en Galicia', contacts: 12 }],
    segments: [],
    templates: [],
  })
  expect(body.contacts).toHaveLength(10)
  expect(Object.keys(body.contacts[0])).toEqual(['id', 'list_id', 'email', 'nombre', 'status'])
})

test('data of another account is not found', async () => {
  const list = await newList('Secret plans')
  await add(list, [{ email: 'secret@hidden.example', nombre: 'Secret Agent' }])
  const otherAccount = await server.other()
  for (const q of ['secret', 'secret@hidden.example', '@hidden.example', 'agent']) {
    expect((await otherAccount.api('GET', `/search/contacts?q=${q}`)).body).toEqual([])
    const { body } = await otherAccount.api('GET', `/search?q=${q}`)
    expect(Object.values(body).flat()).toEqual([])
  }
})

test('the verbs show results as rows, and the raw response as JSON', async () => {
  const list = await newList('Verbs')
  await add(list, [{ email: 'vera@verbs.example', nombre: 'Vera' }])
  const found = await cli('search', 'verbs')
  expect([found.code, found.stderr]).toEqual([0, ''])
  expect(found.stdout).toBe(
    `lists\t${list}\tVerbs\t\ncontacts\t${await idOf('vera@verbs.example')}\tvera@verbs.example\tactive\n`,
  )
  expect((await cli('search', 'vera', '--json')).json().contacts).toMatchObject([
    { nombre: 'Vera' },
  ])
  const people = await cli('search', 'contacts', '@verbs.example', '-o', 'ids')
  expect(people.stdout).toBe(`${await idOf('vera@verbs.example')}\n`)
})

const idOf = async (email: string): Promise<number> =>
  (await server.api('GET', `/search/contacts?q=${email}`)).body[0].id
