import { afterAll, beforeAll, expect, test } from 'vitest'
import { tree } from '../../src/cli/generated/tree.ts'
import { addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { shellWords } from '../support/processes/shell-words.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
  for (const name of ['One', 'Two', 'Customers', 'Old', 'Test'])
    await server.api('POST', '/lists', { name })
  for (const name of ['city', 'ciudad'])
    await server.api('POST', '/lists/3/fields', { name, type: 'text' })
  for (const email of ['ana@example.org', 'eva@example.org'])
    await server.api('POST', '/lists/3/contacts', { email })
  await addSender(server, 'news@example.org')
  for (let id = 1; id <= 9; id++)
    await server.api('POST', '/campaigns', {
      ...campaignOf(3, { draft: true }),
      camp_name: `March ${id}`,
    })
})
afterAll(() => server.close())

const isFile = (placeholder: string | undefined) => placeholder === 'FILE'

/** Examples of changes that need no file of their own. */
const changes = tree
  .filter(
    ({ globalFlags, positionals }) =>
      globalFlags.includes('dry-run') && !positionals.some(({ key }) => key === 'file'),
  )
  .flatMap(({ examples, flags }) => {
    const files = flags
      .filter(({ placeholder }) => isFile(placeholder))
      .map(({ name }) => `--${name}`)
    return examples.filter((example) => !files.some((flag) => example.includes(`${flag} `)))
  })

/** They ask questions or open an editor. */
const interactive = /^campaigns create$|^(?!campaigns).* edit |^campaigns edit 7( --editor)?$/

/** They read a PostgreSQL database, which is not here. */
const onPostgres = /^database distribute /

/** What an example names may not exist here, and an audience may differ from the expected one. */
const expectedCodes = [0, 3, 7]

test('the examples of changes are requests that can be made', async () => {
  expect(changes.length).toBeGreaterThan(100)
  const cli = remite(server)
  const wrong: string[] = []
  const tried = changes.filter((each) => !interactive.test(each) && !onPostgres.test(each))
  for (const example of tried) {
    const words = shellWords(example.split(/ [<>|] /)[0] ?? '')
    const { code, stderr } = await cli(...words, '--dry-run', '--no-input')
    if (!expectedCodes.includes(code)) wrong.push(`${code} ${example}: ${stderr}`)
  }
  expect(wrong).toEqual([])
})
