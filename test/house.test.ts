import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../src/contract/index.ts'
import { cyclesOf, reachable } from './support/import-graph.ts'
import { filesIn, type Import, readSources, type SourceFile } from './support/source-files.ts'

const sources = readSources('src')
const paths = sources.map(({ path }) => path)
const generated = 'src/cli/tree.ts'

/** Every import of one of our files or of a package, as lines of a report. */
const importsWhere = (isWrong: (found: Import, file: SourceFile) => boolean): string[] =>
  sources.flatMap((file) =>
    file.imports
      .filter((found) => isWrong(found, file))
      .map((found) => `${file.path} → ${found.to}`),
  )

const filesWhere = (isWrong: (file: SourceFile) => boolean): string[] =>
  sources.filter(isWrong).map(({ path }) => path)

describe('who may import whom', () => {
  const may: Record<string, readonly string[]> = {
    core: [],
    contract: ['core'],
    messages: ['core'],
    config: ['core'],
    tabular: ['core', 'contract'],
    client: ['core', 'contract'],
    html: ['core', 'contract'],
    service: ['core', 'contract', 'messages', 'tabular', 'html'],
    mcp: ['core', 'contract', 'client', 'messages'],
    cli: ['core', 'contract', 'messages', 'config', 'client', 'tabular', 'html'],
  }
  /** Verbs that are programs of their own: what they load, they load when they run. */
  const mayLoad: Record<string, string> = {
    'src/cli/commands/sandbox': 'service',
    'src/cli/commands/serve': 'service',
    'src/cli/commands/database': 'service',
    'src/cli/commands/bounces': 'service',
    'src/cli/commands/demo': 'service',
    'src/cli/commands/mcp': 'mcp',
    'src/service/mcp-door.ts': 'mcp',
  }
  const roomOf = (path: string) => path.split('/')[1] ?? ''
  const houseOf = (path: string) => path.split('/').slice(0, 4).join('/')

  test('a folder of src imports only those it may', () => {
    const wrong = importsWhere(({ to, isOurs, isLazy }, { path }) => {
      if (!isOurs || to === 'package.json') return false
      const [from, room] = [roomOf(path), roomOf(to)]
      const isGranted = isLazy && mayLoad[houseOf(path)] === room
      return from !== room && !may[from]?.includes(room) && !isGranted
    })
    expect(wrong).toEqual([])
  })

  test('every folder of src has its line in the table', () => {
    const rooms = new Set(paths.map(roomOf))
    expect([...rooms].filter((room) => !(room in may))).toEqual([])
  })

  test('no file imports itself, not by any way round', () => {
    expect(cyclesOf(sources)).toEqual([])
  })

  test('every file is used', () => {
    const roots = [
      'src/cli/main.ts',
      'src/cli/help/drawn.ts',
      'src/cli/help/draw.ts',
      'src/cli/editor/page/main.ts',
      'src/cli/editor/page/watch.ts',
      'src/service/database/database-thread.ts',
    ]
    const made = readSources('scripts').flatMap(({ imports }) => imports.map(({ to }) => to))
    const used = reachable([...roots, ...made], sources)
    expect(paths.filter((path) => !used.has(path))).toEqual([])
  })
})

describe('inside service', () => {
  /** A room imports only those above it in this list. Files of service itself stand among them. */
  const rank = [
    ['host', 'bell', 'log', 'master-key', 'resolver', 'signing-keys', 'retention'],
    ['database'],
    ['dkim-keys-store'],
    ['secrets'],
    ['service', 'handler', 'outbound'],
    ['events'],
    ['http', 'mail'],
    ['auth', 'senders', 'lists'],
    ['conditions'],
    ['jobs'],
    ['users', 'contacts'],
    ['subscription', 'segments', 'templates', 'search', 'imports', 'cleaning'],
    ['campaigns'],
    ['tracking'],
    ['delivery', 'bounces', 'dashboard', 'webhooks'],
    ['automations'],
    ['pages', 'sandbox', 'mcp-door'],
    ['purge', 'rekey'],
    ['workers'],
    ['app'],
    ['installation'],
  ]
  const roomOf = (path: string) => /^src\/service\/([^/.]+)/.exec(path)?.[1] ?? ''
  const placeOf = (path: string) => rank.findIndex((rooms) => rooms.includes(roomOf(path)))

  test('a room imports only those below it', () => {
    const wrong = importsWhere(
      ({ to }, { path }) =>
        roomOf(path) !== '' &&
        roomOf(to) !== '' &&
        roomOf(to) !== roomOf(path) &&
        placeOf(to) >= placeOf(path),
    )
    expect(wrong).toEqual([])
  })

  test('every room has its place', () => {
    const rooms = new Set(paths.map(roomOf).filter((room) => room !== ''))
    expect([...rooms].filter((room) => !rank.flat().includes(room))).toEqual([])
  })

  /** Each of these reads or writes rows, which is what a store is for. Exact: only shrinks. */
  const storesToCome = [
    'src/service/campaigns/test.ts',
    'src/service/contacts/unsubscribe.ts',
    'src/service/delivery/audience.ts',
    'src/service/delivery/campaign-mail.ts',
    'src/service/delivery/finish.ts',
    'src/service/delivery/schedule.ts',
    'src/service/delivery/service-mail.ts',
    'src/service/events/publisher.ts',
    'src/service/lists/fields/convert.ts',
    'src/service/secrets.ts',
    'src/service/tracking/targets.ts',
  ]

  test('rows are read and written only by a store or the database itself', () => {
    const isStore = (path: string) =>
      path.endsWith('store.ts') || path.startsWith('src/service/database/')
    const queries = ['.selectFrom', '.insertInto', '.updateTable', '.deleteFrom']
    const isQuerying = ({ mentions, imports }: SourceFile) =>
      queries.some((query) => mentions.has(query)) || imports.some(({ to }) => to === 'kysely')
    expect(filesWhere((file) => isQuerying(file) && !isStore(file.path))).toEqual(storesToCome)
  })
})

describe('one door for each third party', () => {
  const doors: Record<string, RegExp> = {
    '@inquirer/prompts': /^src\/cli\/input\/prompts\.ts$/,
    '@modelcontextprotocol/sdk': /^src\/mcp\//,
    '@photostructure/sqlite': /^src\/service\/database\//,
    chalk: /^src\/cli\/output\//,
    'cli-table3': /^src\/cli\/output\//,
    commander: /^src\/cli\/[a-z-]+\.ts$/,
    conf: /^src\/config\//,
    'disposable-email-domains': /^src\/service\/cleaning\//,
    fastify: /^src\/service\/http\//,
    'free-email-domains': /^src\/service\/senders\//,
    grapesjs: /^src\/cli\/editor\/page\//,
    'html-to-text': /^src\/service\/mail\//,
    htmlparser2: /^src\/service\/(mail|tracking)\//,
    'iconv-lite': /^src\/tabular\//,
    'jq-wasm': /^src\/cli\/output\/jq\.ts$/,
    jose: /^src\/service\/auth\//,
    kysely: /^src\/service\//,
    liquidjs: /^src\/service\/mail\//,
    mjml: /^src\/service\/templates\/mjml\.ts$/,
    nodemailer: /^src\/service\/mail\//,
    papaparse: /^src\/tabular\//,
    pg: /^src\/service\/database\//,
    'postal-mime': /^src\/service\/(sandbox|bounces)\//,
    'smtp-server': /^src\/service\/(sandbox|bounces)\//,
    'string-width': /^src\/cli\/output\//,
    undici: /^src\/(client\/transport|service\/outbound)\.ts$/,
    validator: /^src\/core\//,
    yauzl: /^src\/tabular\/xlsx\/archive\.ts$/,
    yazl: /^src\/tabular\/xlsx\/writer\.ts$/,
    zod: /^src\/contract\//,
    'node:child_process': /^src\/cli\/processes\.ts$/,
    'node:process': /^$/,
    'node:worker_threads': /^src\/service\/database\//,
  }

  test('a package is imported where its door is, and nowhere else', () => {
    const wrong = importsWhere(({ to, isOurs }, { path }) => {
      const door = doors[to]
      return !isOurs && (door ? !door.test(path) : !to.startsWith('node:'))
    })
    expect(wrong).toEqual([])
  })

  test('the process, the clock and chance are touched only where they are handed out', () => {
    const edges: [RegExp, RegExp][] = [
      [/^(process|console|globalThis)\./, /^src\/(.+\/host|cli\/processes)\.ts$/],
      [/^(Date\.now|performance\.now|new Date\(\))$/, /^src\/core\/clock\.ts$/],
      [/^Math\.random$/, /^src\/core\/ids\.ts$/],
    ]
    const wrong = sources.flatMap(({ path, mentions }) =>
      edges.flatMap(([thing, place]) =>
        place.test(path)
          ? []
          : [...mentions].filter((each) => thing.test(each)).map((each) => `${path}: ${each}`),
      ),
    )
    expect(wrong).toEqual([])
  })
})

describe('names and sizes', () => {
  test('files and folders are in kebab-case, and none is a drawer for everything', () => {
    const parts = new Set(paths.flatMap((path) => path.split('/')))
    const isGood = (part: string) => /^[a-z0-9]+(-[a-z0-9]+)*(\.ts)?$/.test(part)
    const isDrawer = (part: string) =>
      /^(utils?|helpers?|common|manager|base|misc)(\.ts)?$/.test(part)
    expect([...parts].filter((part) => !isGood(part) || isDrawer(part))).toEqual([])
  })

  test('nothing is exported as default', () => {
    expect(filesWhere(({ hasDefaultExport }) => hasDefaultExport)).toEqual([])
  })

  test('no file passes on what another exports', () => {
    expect(importsWhere(({ isPassedOn }) => isPassedOn)).toEqual([])
  })

  test('only tables of contents are called index.ts', () => {
    const isTable = (path: string) =>
      /^src\/(contract|cli\/commands|messages(\/(en|es))?)\/index\.ts$/.test(path)
    expect(paths.filter((path) => basename(path) === 'index.ts' && !isTable(path))).toEqual([])
  })

  /** Exact: whoever splits one takes its line out. */
  const toSplit = ['src/messages/en/failures.ts', 'src/messages/es/failures.ts']

  test('no file is longer than 400 lines', () => {
    expect(filesWhere(({ path, lines }) => lines > 400 && path !== generated)).toEqual(toSplit)
  })
})

describe('what the facts say once, everything else follows', () => {
  const commandFiles = sources.filter(({ mentions }) => mentions.has('defineCommand()'))
  const inTable = [
    ...readFileSync('src/cli/commands/index.ts', 'utf8').matchAll(
      /^ {2}'?([a-z -]+)'?: \(\) => import\('(.+)'\),$/gm,
    ),
  ].map(([, words = '', file = '']) => ({ words, file }))

  test('every command is in the table of contents', () => {
    const inPlace = inTable.map(({ file }) => file.replace('./', 'src/cli/commands/'))
    expect(inPlace.sort()).toEqual(commandFiles.map(({ path }) => path))
  })

  test('the file of a command is named by its last words', () => {
    for (const { words, file } of inTable) {
      const [folder, name] = file.replace(/^\.\/|\.ts$/g, '').split('/')
      const isNamed =
        words === name || ` ${words}`.replaceAll(' ', '-').endsWith(`-${folder}-${name}`)
      expect(isNamed, `${words}: ${file}`).toBe(true)
    }
  })

  test('every endpoint is reached by a verb', () => {
    const reached = new Set(commandFiles.flatMap(endpointsOf))
    expect(endpoints.map(({ id }) => id).filter((id) => !reached.has(id))).toEqual([])
  })

  test('Spanish has a file for each of English', () => {
    const inSpanish = filesIn('src/messages/es').map((path) => path.replace('/es/', '/en/'))
    expect(inSpanish).toEqual(filesIn('src/messages/en'))
  })
})

/** The endpoints that a file speaks of, under the contract's names, whatever the file calls a noun. */
const endpointsOf = ({ mentions, imports }: SourceFile): string[] =>
  imports.flatMap(({ to, names }) => {
    const noun = /^src\/contract\/modules\/(.+)\.ts$/.exec(to)?.[1]
    return names.flatMap(({ here }) =>
      noun
        ? [...mentions]
            .filter((each) => each.startsWith(`${here}.`))
            .map((each) => each.replace(here, noun))
        : [],
    )
  })
