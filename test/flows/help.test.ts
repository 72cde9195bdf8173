import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  globalMessages,
  nounSummaries,
  topicSummaries,
  tree,
} from '../../src/cli/generated/tree.ts'
import { termOf } from '../../src/cli/help/flag-text.ts'
import { groupNames, groups } from '../../src/cli/help/groups.ts'
import { guideTopics, helpTopics } from '../../src/cli/help/guide-topics.ts'
import { nameOfArgument } from '../../src/cli/help/verb-page.ts'
import { version } from '../../src/cli/host/version.ts'
import { globalFlags } from '../../src/cli/syntax/global-flags.ts'
import { languages } from '../../src/core/language.ts'
import { remite } from '../support/remite.ts'

const cli = remite()
const nouns = [...new Set(tree.map(({ path }) => path.split(' ')[0] ?? ''))]
const verbs = tree.map((verb) => [verb.path, verb] as const)

/** The lines below a title, up to the next empty one. */
function sectionOf(page: string, title: string): string {
  const lines = page.split('\n')
  const from = lines.indexOf(title) + 1
  return from === 0 ? '' : lines.slice(from, lines.indexOf('', from)).join('\n')
}

/** Signs, names of formats, choices and abbreviations. */
const isSameInSpanish = (word: string): boolean =>
  /^(N|URL|ID|XSID|SHELL|WEBHOOK|A\.\.B|A,B\.C|N\|P%|GET\|.*)$/.test(word) || /[a-z]/.test(word)

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')

describe.each(languages)('in %s', (language) => {
  const { titles } = globalMessages[language]
  const isShown = ({ isFormer }: { isFormer?: boolean }) => !isFormer
  const help = async (...words: string[]) => {
    const { code, stdout, stderr } = await cli(...words, '--help', '--lang', language)
    expect([code, stderr]).toEqual([0, ''])
    return stdout
  }

  test.each(verbs)('%s documents its arguments, flags and output', async (path, verb) => {
    const page = await help(...path.split(' '))
    const usage = page.split('\n')[0] ?? ''
    expect(usage).toContain(`remite ${path}`)
    const given = sectionOf(page, titles.arguments)
    for (const positional of verb.positionals) {
      expect(usage).toContain(nameOfArgument(positional, language))
      expect(given).toContain(`  ${nameOfArgument(positional, language)} `)
      for (const choice of positional.choices ?? []) expect(given).toContain(choice)
      expect(positional.help[language]).not.toBe('')
    }
    const flags = sectionOf(page, titles.flags) + sectionOf(page, titles.everywhere)
    for (const flag of verb.flags.filter(isShown)) {
      expect(flags).toContain(termOf(flag, language))
      for (const choice of flag.choices ?? []) expect(flags).toContain(choice)
    }
    expect(sectionOf(page, titles.examples).split('\n').length).toBeGreaterThanOrEqual(2)
    const output = oneLine(sectionOf(page, titles.result))
    expect(output).not.toBe('')
    if (!verb.prints) for (const field of verb.output) expect(output).toContain(field)
    expect(sectionOf(page, titles.more)).toContain('remite help exit-codes')
  })

  test('every global flag is on the page of a verb, in its group or named as inherited', async () => {
    const page = await help('campaigns', 'list')
    const send = await help('campaigns', 'send')
    for (const { name, short } of globalFlags) {
      const term = new RegExp(`(^|[ ,])(--${name}|-${short})\\b`, 'm')
      expect(`${page}${send}`, name).toMatch(term)
    }
    const inherited = sectionOf(page, titles.inherited)
    expect(inherited).toContain('--profile')
    expect(inherited).not.toContain('--confirm')
  })

  test('the flags of a confirmation are shown where a verb confirms, and not elsewhere', async () => {
    const safety = async (...words: string[]) => sectionOf(await help(...words), titles.safety)
    for (const path of ['campaigns send', 'lists delete', 'campaigns cancel', 'contacts bulk']) {
      expect(await safety(...path.split(' ')), path).toMatch(
        /-y, --yes[\s\S]*--confirm[\s\S]*--dry-run/,
      )
    }
    for (const path of ['campaigns update', 'contacts add', 'lists create']) {
      expect(await safety(...path.split(' ')), path).not.toMatch(/--yes|--confirm/)
      expect(await safety(...path.split(' ')), path).toContain('--dry-run')
    }
    expect(await safety('campaigns', 'get')).toBe('')
    expect(await safety('campaigns', 'list')).toBe('')
    const paging = async (...words: string[]) => sectionOf(await help(...words), titles.output)
    expect(await paging('campaigns', 'list')).toMatch(/--limit[\s\S]*--all[\s\S]*--cursor/)
    expect(await paging('campaigns', 'get')).not.toMatch(/--limit|--all|--cursor/)
  })

  test('every placeholder is a word of the language', () => {
    const declared = tree.flatMap(({ flags, positionals }) => [
      ...flags
        .filter(({ kind }) => kind !== 'switch')
        .map((flag) => /<(.*)>/.exec(termOf(flag))?.[1]),
      ...positionals.map((positional) => nameOfArgument(positional)),
    ])
    const words = new Set(declared.filter((word) => word && !isSameInSpanish(word)))
    const known = globalMessages.es.placeholders
    expect([...words].filter((word) => !Object.hasOwn(known, word ?? ''))).toEqual([])
  })

  test.each([40, 80])('every page fits into %d columns, except words to copy', async (columns) => {
    const inTerminal = cli.with({ terminal: { columns }, env: { NO_COLOR: '1' } })
    const paths = new Set(['', ...nouns, ...tree.map(({ path }) => path)])
    for (const path of paths) {
      const words = path.split(' ').filter(Boolean)
      const { stdout } = await inTerminal(...words, '--help', '--lang', language)
      const tooLong = stdout.split('\n').filter((line) => line.length > columns)
      // A quoted word and an address cannot be broken.
      expect(
        tooLong.filter((line) => !/^ {6}('.*'|[\w=]*".*"|\S+)( \\)?$/.test(line)),
        path,
      ).toEqual([])
    }
  })

  test('the first page names every noun once, in its group, and every topic', async () => {
    const page = await help()
    // A topic may have the name of a noun.
    const [aboveTopics = ''] = page.split(titles.topics)
    for (const noun of nouns) {
      expect(aboveTopics.match(new RegExp(`^ {2}${noun} `, 'gm')), noun).toHaveLength(1)
    }
    for (const group of groupNames) {
      const title = `${globalMessages[language].groups[group]}:`
      const listed = groups[group].filter((noun) => nouns.includes(noun))
      expect(
        sectionOf(page, title)
          .match(/^ {2}\w+/gm)
          ?.map((name) => name.trim()),
      ).toEqual(listed)
    }
    const topics = sectionOf(page, titles.topics)
    for (const topic of Object.keys(topicSummaries[language])) expect(topics).toContain(topic)
  })

  test('every noun has a description, and its page lists its verbs', async () => {
    for (const noun of Object.keys(nounSummaries[language])) {
      const page = await help(...noun.split(' '))
      const below = tree.filter(({ path }) => path.startsWith(`${noun} `))
      expect(below, noun).not.toEqual([])
      const listed = sectionOf(page, titles.verbs)
      for (const { path } of below) {
        expect(listed).toContain(`  ${path.slice(noun.length + 1).split(' ')[0]} `)
      }
    }
  })

  test('help flags lists every flag that works with any verb', async () => {
    const { stdout } = await cli('help', 'flags', '--lang', language)
    for (const { name } of globalFlags) expect(stdout).toMatch(new RegExp(`--${name}\\b`))
  })
})

describe('the same page is shown for', () => {
  const page = async (...words: string[]) => (await cli(...words)).stdout

  test('every spelling of a help request', async () => {
    const asked = await page('campaigns', 'get', '--help')
    expect(asked).toContain('remite campaigns get <CAMPAIGN>')
    for (const words of ['campaigns get -h', '--help campaigns get', 'campaigns -h get']) {
      expect(await page(...words.split(' ')), words).toBe(asked)
    }
    // An alias, a verb with its arguments, and what the topic `help` is asked about.
    for (const words of ['campaigns show --help', 'campaigns get 7 --help', 'help campaigns get']) {
      expect(await page(...words.split(' ')), words).toBe(asked)
    }
  })

  test.each(verbs)('%s when the parser shows it', async (path) => {
    const words = path.split(' ')
    const parsed = await page('--no-input', ...words, '--help')
    expect(parsed).toBe(await page(...words, '--help'))
  })

  test('a noun alone and with --help', async () => {
    const asked = await page('lists', '--help')
    expect(await page('lists')).toBe(asked)
    expect(await page('--quiet', 'lists')).toBe(asked)
    expect(await page()).toBe(await page('--help'))
    expect(await page('--quiet')).toBe(await page('--help'))
  })
})

test('a noun with a default verb says which', async () => {
  const { stdout } = await cli('dashboard', '--help')
  expect(stdout).toContain('show.')
  expect(stdout).toContain('remite dashboard <VERB>')
})

test('a wide terminal gets longer lines, up to a readable width', async () => {
  const shown = async (columns: number) => {
    const { stdout } = await cli.with({ terminal: { columns } })('campaigns', 'create', '--help')
    const copied = sectionOf(stdout, 'Examples:').split('\n')
    const lines = stdout.split('\n').filter((line) => !copied.includes(line))
    return Math.max(...lines.map(({ length }) => length))
  }
  const [narrow, usual, wide] = [await shown(60), await shown(80), await shown(300)]
  expect(narrow).toBeLessThanOrEqual(60)
  expect(usual).toBeLessThanOrEqual(80)
  expect(wide).toBeGreaterThan(usual)
  expect(wide).toBeLessThanOrEqual(100)
})

describe('headings', () => {
  const first = async (env: Record<string, string>, ...words: string[]) => {
    const { stdout } = await cli.with({ terminal: { columns: 80 }, env })(...words)
    return stdout.split('\n')[0]
  }

  test('are bold in a terminal with colors, with and without the parser', async () => {
    const bold = '\x1b[1mUsage:\x1b[22m remite campaigns <VERB> [flags]'
    expect(await first({}, 'campaigns', '--help')).toBe(bold)
    expect(await first({}, '--no-input', 'campaigns', '--help')).toBe(bold)
    expect(await first({ NO_COLOR: '1' }, 'campaigns', '--color', 'always', '--help')).toBe(bold)
  })

  test('are plain in a pipe, without colors and where they are switched off', async () => {
    const plain = 'Usage: remite campaigns <VERB> [flags]'
    expect(await first({ NO_COLOR: '1' }, 'campaigns', '--help')).toBe(plain)
    expect(await first({ TERM: 'dumb' }, 'campaigns', '--help')).toBe(plain)
    expect(await first({}, 'campaigns', '--color=never', '--help')).toBe(plain)
    expect(await first({}, '-q', 'campaigns', '--color', 'never', '--help')).toBe(plain)
    expect((await cli('campaigns', '--help')).stdout).toMatch(/^Usage: /)
  })
})

test('the version is printed alone, with and without the parser', async () => {
  for (const words of ['-V', '--version', '--quiet --version']) {
    const { code, stdout, stderr } = await cli(...words.split(' '))
    expect([code, stdout, stderr]).toEqual([0, `${version}\n`, ''])
  }
})

test('the flags that a verb needs come first', async () => {
  for (const verb of tree) {
    const { stdout } = await cli(...verb.path.split(' '), '--help', '--lang', 'en')
    const own = sectionOf(stdout, 'Flags (* required):').match(/^ {2}-.*$/gm) ?? []
    const needed = own.map((line) => / \*(?: |$)/.test(line))
    expect(needed, verb.path).toEqual([...needed].sort((a, b) => Number(b) - Number(a)))
  }
})

test('the help lists every topic', async () => {
  const { stdout } = await cli('help')
  const listed = stdout.split('\n').map((line) => line.split('\t')[0])
  expect(listed.filter((topic) => topic !== '').sort()).toEqual([...helpTopics].sort())
})

test('an unknown topic is refused with a suggestion', async () => {
  const { code, stdout, stderr } = await cli('campagns', 'list')
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain('campaigns')
  const language = await cli('--help', '--lang', 'fr')
  expect([language.code, language.stderr]).toEqual([2, expect.stringContaining('en, es')])
})

describe('a guide', () => {
  const guides = languages.flatMap((language) => guideTopics.map((topic) => [topic, language]))
  const inTerminal = (columns: number) =>
    cli.with({ terminal: { columns }, env: { NO_COLOR: '1' } })

  test.each(guides)('%s is printed as it is in a pipe, in %s', async (topic, language) => {
    const page = readFileSync(`docs/guides/${language}/${topic}.md`, 'utf8')
    const { code, stdout, stderr } = await cli('help', topic, '--lang', language)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout.endsWith(page)).toBe(true)
    const { json } = await cli('help', topic, '--lang', language, '-o', 'json')
    expect(json()).toEqual({ topic, text: page })
  })

  test.each(guides)('%s is drawn for a terminal, in %s', async (topic, language) => {
    for (const columns of [60, 90]) {
      const { code, stdout } = await inTerminal(columns)('help', topic, '--lang', language)
      expect(code).toBe(0)
      expect(stdout).not.toMatch(/^(#|```|\||<!--)|\n\n\n/m)
      // Code is indented by four spaces and not wrapped.
      const wrapped = stdout.split('\n').filter((line) => !line.startsWith('    '))
      expect(wrapped.filter((line) => line.length > columns)).toEqual([])
    }
  })

  test('with the name of a noun comes after the help of the noun, which names it', async () => {
    const noun = (await cli('segments', '--help')).stdout
    expect(noun).toContain('remite help segments')
    const { stdout } = await cli('help', 'segments')
    expect(stdout.startsWith(`${noun}\n# Segments\n`)).toBe(true)
    expect((await cli('segments', 'create', '--help')).stdout).toContain('remite help segments')
    expect((await cli('campaigns', 'convert', '--help')).stdout).toContain('help conversions')
    const verb = await cli('help', 'segments', 'create')
    expect(verb.stdout).toBe((await cli('segments', 'create', '--help')).stdout)
  })

  test('has bold headings and aligned columns', async () => {
    const colored = cli.with({ terminal: { columns: 90 }, env: { FORCE_COLOR: '1' } })
    const { stdout } = await colored('help', 'conversions')
    expect(stdout).toMatch(/\u001b\[\S*mCONVERSIONS\u001b/)
    const plain = (await inTerminal(90)('help', 'conversions')).stdout.split('\n')
    const header = plain.find((line) => line.startsWith('  field ')) ?? ''
    const row = plain.find((line) => line.startsWith('  event_id ')) ?? ''
    expect(header.indexOf('values')).toBeGreaterThan(0)
    expect(row.indexOf('text')).toBe(header.indexOf('values'))
  })
})
