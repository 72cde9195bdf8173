import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandPaths } from '../../src/cli/commands/index.ts'
import { tree } from '../../src/cli/generated/tree.ts'
import { termOf } from '../../src/cli/help/flag-text.ts'
import { globalFlags } from '../../src/cli/syntax/global-flags.ts'
import type { Verb } from '../../src/cli/syntax/verb.ts'
import { languages } from '../../src/core/language.ts'
import { exampleIn } from '../../src/messages/example-words.ts'
import { subscriberXsid } from '../../src/service/subscription/subscriber-xsid.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { flagProblems, parseCommand } from '../support/processes/parse-command.ts'
import { shellWords } from '../support/processes/shell-words.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

describe.each(languages)('help in %s', (lang) => {
  const cli = remite()

  test.each(tree.map((verb) => [verb.path, verb] as const))('of %s', async (path, verb) => {
    const { code, stdout } = await cli(...path.split(' '), '--help', '--lang', lang)
    expect(code).toBe(0)
    expect(stdout).toContain(verb.summary[lang])
    const shown = verb.flags.filter(({ isFormer }) => !isFormer)
    for (const flag of shown) expect(stdout).toContain(termOf(flag, lang))
    // A backslash continues a long command.
    const commands = stdout.replaceAll(/ \\\n +/g, ' ')
    for (const example of verb.examples) {
      expect(commands).toContain(`$ remite ${exampleIn(example, lang)}`)
    }
  })

  test('has a description for each of its flags', () => {
    const silent = tree.flatMap(({ path, flags }) =>
      flags.filter(({ help }) => help[lang].trim() === '').map(({ name }) => `${path} --${name}`),
    )
    expect(silent).toEqual([])
  })
})

describe('the examples of', () => {
  test.each(tree.map((verb) => [verb.path, verb] as const))('%s', async (path, verb) => {
    expect(verb.examples.length).toBeGreaterThan(1)
    for (const example of languages.flatMap((each) =>
      verb.examples.map((text) => exampleIn(text, each)),
    )) {
      const parsed = await parseCommand(shellWords(example))
      expect(parsed?.verb.path, example).toBe(path)
      // A verb alone asks at a terminal for what it needs.
      if (example === path) continue
      expect(flagProblems(parsed?.raw ?? { positionals: {}, flags: {} }, verb), example).toEqual([])
    }
  })
})

describe('output of reads, in a pipe and in a terminal', () => {
  let server: TestService
  let cli: ReturnType<typeof remite>
  /** Values for the arguments and flags that verbs require. */
  let known: Record<string, string>

  beforeAll(async () => {
    server = await startService()
    cli = remite(server)
    await addSender(server)
    const list = await addList(server, ['ana@correo.example'])
    const { body } = await server.api('POST', '/campaigns', campaignOf(list, { draft: true }))
    const { db } = server.service
    // A sent campaign, so that watching it ends.
    await db.updateTable('campaigns').set({ status: 'sent' }).execute()
    const { body: segment } = await server.api('POST', '/segments', {
      name: 'Lugo',
      conditions: { op: 'and', rules: [{ field: 'email', operator: 'is_set' }] },
    })
    const cleaning = { checks: ['syntax'], action: 'report' }
    const { body: cleaned } = await server.api('POST', `/lists/${list}/clean`, cleaning)
    const { body: template } = await server.api('POST', '/templates', {
      name: 'Boletín',
      html: '<p>Hola</p>',
    })
    const { body: automation } = await server.api('POST', '/automations', {
      name: 'Welcome',
      trigger: { type: 'list_joined', list_id: list },
      nodes: [{ id: 'in', type: 'trigger' }],
      edges: [],
    })
    const image = await db
      .insertInto('media')
      .values({
        ...{ account_id: server.accountId, public_id: 'pan', name: 'Pan', type: 'image/png' },
        ...{ bytes: 3, width: 1, height: 1, source_sha256: '', max_width: 1200, created_at: 0 },
        content: Buffer.from('png'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const contact = await db
      .selectFrom('contacts')
      .select(['id', 'list_id'])
      .executeTakeFirstOrThrow()
    known = {
      campaigns: String(body.id),
      lists: String(list),
      list: String(list),
      segments: String(segment.id),
      job: String(cleaned.job_id),
      templates: String(template.id),
      automations: String(automation.id),
      media: String(image.id),
      contact: 'ana@correo.example',
      language: 'en',
      q: 'ana',
      xsid: subscriberXsid(server.service.secrets.sids, {
        contactId: contact.id,
        listId: contact.list_id,
        campaignId: null,
      }),
      shell: 'bash',
      key: 'timezone',
      method: 'GET',
      path: '/lists',
      topic: 'output',
    }
  })
  afterAll(() => server.close())

  /** Verbs that call no endpoint of the contract, or an endpoint named by an argument. */
  const others = [
    ...['auth status', 'auth token', 'auth list', 'lists imports list', 'api', 'completion'],
    ...['config list', 'config get', 'doctor', 'commands', 'help'],
  ]
  /** One runs until it is stopped, and one opens the browser. */
  const notReaders = ['events tail', 'sandbox inbox open']
  const readers = tree.filter(
    ({ path, effect }) =>
      !notReaders.includes(path) && (effect === 'read' || others.includes(path)),
  )

  test.each(readers.map((verb) => [verb.path, verb] as const))('%s', async (path, verb) => {
    const args = [...path.split(' '), ...needed(verb)]
    const piped = await cli(...args)
    expect([piped.code, piped.stderr.includes('error:')], piped.stderr).toEqual([0, false])
    const terminal = { columns: 80 }
    const shown = await cli.with({ terminal, env: { NO_COLOR: '1' } })(...args)
    expect([shown.code, shown.stderr.includes('error:')], shown.stderr).toEqual([0, false])
    expect(hasEscapes(piped.stdout + shown.stdout)).toBe(false)
    const env = { NO_COLOR: '1', LANG: 'es_ES.UTF-8' }
    const spanish = await cli.with({ terminal: { columns: 200 }, env })(...args)
    expect(spanish.code).toBe(0)
    if (!showsNamesToType.has(path)) expect(namesOfTheApi(spanish.stdout)).toEqual([])
  })

  function needed({ path, positionals, flags }: Verb): string[] {
    const noun = path.split(' ')[0] ?? ''
    const values = positionals.map(({ key }) => known[key === 'id' ? noun : key] ?? '1')
    const needs = flags.filter(({ required }) => required)
    return [...values, ...needs.flatMap(({ name }) => [`--${name}`, known[name] ?? '1'])]
  }
})

/** Verbs whose result people type again: keys, codes, operators, and the API itself. */
const showsNamesToType = new Set([
  ...['api', 'commands', 'completion', 'config list', 'help'],
  ...['campaigns check', 'segments fields'],
  // Files for programs.
  ...['lists export', 'lists jobs errors', 'templates export'],
])

/** Names with underscores, and choices of the API as a whole cell. */
const namesOfTheApi = (text: string): string[] => [
  ...(text.match(/(?<![\w./@-])[a-z]+(?:_[a-z]+)+(?![\w./@-])/g) ?? []),
  ...(text.match(
    /(?<= {2})(?:draft|sent|active|waiting|running|done|text|warn|bounce)(?= {2}|\n)/g,
  ) ?? []),
]

const hasEscapes = (text: string): boolean => text.includes('\u001b')

test('no flag of a verb shadows a global one', () => {
  const spelled = ({ name, short }: { name: string; short?: string }) =>
    short ? [`--${name}`, `-${short}`] : [`--${name}`]
  const taken = new Set(['--version', '-V', '--help', '-h', ...globalFlags.flatMap(spelled)])
  const hidden = tree.flatMap(({ path, flags }) =>
    flags.flatMap(spelled).flatMap((flag) => (taken.has(flag) ? [`${path} ${flag}`] : [])),
  )
  expect(hidden).toEqual([])
})

test('the verb tree and the table of commands agree', () => {
  expect(tree.map(({ path }) => path)).toEqual(commandPaths)
})
