import { expect, test } from 'vitest'
import { commandWords } from '../../../../src/cli/forms/command-words.ts'
import { typedPath } from '../../../../src/cli/forms/typed-path.ts'
import { tree } from '../../../../src/cli/generated/tree.ts'
import { languages } from '../../../../src/core/language.ts'
import { loadMessages } from '../../../../src/messages/index.ts'

const needed = tree.flatMap((verb) =>
  [...verb.positionals, ...verb.flags]
    .filter(({ required, reference }) => required && !reference)
    .map(({ key }) => ({ key, path: verb.path })),
)

test.each(languages)('everything that a form must ask for has a name in %s', async (language) => {
  const { headers, prompts } = await loadMessages(language)
  const names: Record<string, string> = { ...headers, ...prompts.labels }
  expect(needed.filter(({ key }) => names[key] === undefined)).toEqual([])
})

test.each([
  ['~/march.html', '/home/ana/march.html'],
  ['~', '/home/ana'],
  ["'/tmp/my file.csv'", '/tmp/my file.csv'],
  [' plain.csv ', 'plain.csv'],
  ['~ana/x', '~ana/x'],
])('the path %j is %s', (typed, path) => {
  expect(typedPath(typed, '/home/ana')).toBe(path)
})

test('a command repeats lists, keeps global flags, and ends its flags before a word with a dash', () => {
  const verb = tree.find(({ path }) => path === 'campaigns compare')
  if (!verb) throw new Error('no verb')
  const words = (id: string[]) =>
    commandWords(verb, { positionals: { id }, flags: { output: 'json', yes: true } })
  expect(words(['1', '2'])).toEqual(['campaigns', 'compare', '1', '2', '--output', 'json', '--yes'])
  expect(words(['-x'])).toEqual(['campaigns', 'compare', '--output', 'json', '--yes', '--', '-x'])
})
