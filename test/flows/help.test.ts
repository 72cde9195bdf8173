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
import { guideTopics } from '../../src/cli/help/guide-topics.ts'
import { version } from '../../src/cli/host/version.ts'
import { globalFlags } from '../../src/cli/syntax/global-flags.ts'
import { failureTable } from '../../src/core/failure.ts'
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

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')

describe.each(languages)('in %s', (language) => {
  const { titles } = globalMessages[language]
  const help = async (...words: string[]) => {
    const { code, stdout, stderr } = await cli(...words, '--help', '--lang', language)
    expect([code, stderr]).toEqual([0, ''])
    return stdout
  }

  test.each(verbs)('%s documents its arguments, output and failures', async (path, verb) => {
    const page = await help(...path.split(' '))
    const usage = page.split('\n')[0] ?? ''
    expect(usage).toContain(`remite ${path}`)
    for (const { key, help } of verb.positionals) {
      expect(usage).toContain(key)
      expect(help[language]).not.toBe('')
    }
    const flags = sectionOf(page, titles.flags)
    for (const flag of verb.flags) expect(flags).toContain(termOf(flag))
    expect(sectionOf(page, titles.examples).split('\n').length).toBeGreaterThanOrEqual(2)
    const output = oneLine(sectionOf(page, titles.output))
    expect(output).not.toBe('')
    if (!verb.prints) for (const field of verb.output) expect(output).toContain(field)
    const exits = sectionOf(page, titles.exits)
    for (const code of verb.failures) {
      expect(oneLine(exits)).toMatch(new RegExp(`\\b${failureTable[code].exit} .*\\b${code}\\b`))
    }
  })

  test.each(verbs)('%s fits into 80 columns, except text meant to be copied', async (path) => {
    const page = await help(...path.split(' '))
    const copied = sectionOf(page, titles.examples).split('\n')
    const tooLong = page.split('\n').filter((line) => line.length > 80 && !copied.includes(line))
    expect(tooLong).toEqual([])
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
    expect(asked).toContain('remite campaigns get <id>')
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
  expect(stdout).toContain('remite dashboard <verb>')
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

test('the version is printed alone, with and without the parser', async () => {
  for (const words of ['-V', '--version', '--quiet --version']) {
    const { code, stdout, stderr } = await cli(...words.split(' '))
    expect([code, stdout, stderr]).toEqual([0, `${version}\n`, ''])
  }
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
