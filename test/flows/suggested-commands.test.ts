import { describe, expect, test } from 'vitest'
import { tree } from '../../src/cli/generated/tree.ts'
import { plainWords } from '../../src/cli/help/command-line.ts'
import { helpTopics } from '../../src/cli/help/guide-topics.ts'
import { nextCommands } from '../../src/cli/next-steps/commands.ts'
import { normalizeArgv } from '../../src/cli/program/normalize-argv.ts'
import { suggestCommands } from '../../src/cli/program/suggest.ts'
import { globalFlags } from '../../src/cli/syntax/global-flags.ts'
import type { Verb } from '../../src/cli/syntax/verb.ts'
import { languages } from '../../src/core/language.ts'
import { messages } from '../../src/messages/all.ts'
import { parseCommand } from '../support/processes/parse-command.ts'
import { shellWords } from '../support/processes/shell-words.ts'
import { suggestedCommands } from '../support/source/suggested-commands.ts'

/** Whether the program knows the command with its flags, or its help. */
async function runs(words: readonly string[]): Promise<boolean> {
  const path = words.filter((word) => word !== '--help').join(' ')
  const isPage = path === '' || tree.some((verb) => `${verb.path} `.startsWith(`${path} `))
  if (words.includes('--help') || words.length === 1) return isPage
  if (words[0] === 'help') return helpTopics.some((topic) => topic === words[1]) || words[1] === '7'
  const parsed = await parseCommand([...words]).catch(() => undefined)
  return parsed !== undefined
}

test.each(['src/messages', 'src/cli', 'src/operations', 'src/service'])(
  'every command that a text in %s names exists, with its flags',
  async (folder) => {
    const wrong: string[] = []
    const found = suggestedCommands(folder)
    for (const { words, place } of found) {
      // A command that the program puts together is tested where it does.
      if (!/^[a-z]/.test(words[0] ?? '')) continue
      if (!(await runs(words))) wrong.push(`${place}: ${words.join(' ')}`)
    }
    expect(wrong).toEqual([])
    if (folder === 'src/messages') expect(found.length).toBeGreaterThan(30)
  },
)

test('every next step exists, with its flags', async () => {
  for (const command of Object.values(nextCommands)) {
    const words = shellWords(command.replace(/\{\w+\}/g, '7'))
    expect([command, await runs(words)]).toEqual([command, true])
  }
})

test('what an unknown command leads to parses, whatever words come after it', async () => {
  const rests = [[], ['7'], ['c.csv', '1'], ['7', 'b', 'c', 'd']]
  const mistyped = tree.flatMap(({ path }) => {
    const [first = '', ...below] = path.split(' ')
    const last = below.at(-1)
    if (last === undefined) return [[path.slice(1)]]
    const above = [first, ...below.slice(0, -1)]
    return [below, [first.slice(1), ...below], [...above, last.slice(0, -1)], [last, ...above]]
  })
  // Each way of mistyping meets each number of words, because the verbs have four ways.
  const typed = mistyped.map((words, index) => {
    const rest = rests[(index + Math.floor(index / 4)) % rests.length] ?? []
    return [...words, ...rest]
  })
  const found = new Set(
    typed.flatMap((words) => suggestCommands(words, plainWords(normalizeArgv(words)))),
  )
  expect(found.size).toBeGreaterThan(200)
  const wrong: string[] = []
  for (const command of found) if (!(await runs(shellWords(command)))) wrong.push(command)
  expect(wrong).toEqual([])
})

describe.each(languages)('in %s', (language) => {
  const { failures, verbHints } = messages[language]
  const known = (verb: Verb): string[] =>
    [...verb.flags, ...globalFlags].flatMap(({ name }) => [`--${name}`, `--no-${name}`])
  const globals = globalFlags.map(({ name }) => `--${name}`)

  /** Flags that a text names, outside of commands. Those in braces are left out where a verb has none. */
  const flagsIn = (text: string) => {
    const plain = text.replace(/`[^`]*`/g, '')
    const optional = [...plain.matchAll(/\{(--[a-z-]+)\}/g)].map(([, flag = '']) => flag)
    const always = [...plain.replace(/\{--[a-z-]+\}/g, '').matchAll(/--[a-z][a-z-]+/g)]
    return { optional, always: always.map(([flag]) => flag) }
  }

  test('a hint leaves out the flags that the command does not have', () => {
    const all = tree.flatMap(known)
    const wrong = Object.entries(failures).flatMap(([code, { hint = '' }]) => {
      const { always, optional } = flagsIn(hint)
      const parts = [...hint.matchAll(/\[[^\]]*\]/g)].join('')
      return [
        ...always.filter((flag) => !globals.includes(flag)),
        ...optional.filter((flag) => !all.includes(flag) || !parts.includes(`{${flag}}`)),
      ].map((flag) => `${code}: ${flag}`)
    })
    expect(wrong).toEqual([])
  })

  test('the flags that the hints of verbs name are flags of the verb', () => {
    for (const [key, hint] of Object.entries(verbHints)) {
      const verb = tree.find(({ path }) => key.startsWith(`${path} `))
      const { always, optional } = flagsIn(hint)
      expect(always).toEqual([])
      if (optional.length > 0) expect(verb && known(verb)).toEqual(expect.arrayContaining(optional))
    }
  })
})
