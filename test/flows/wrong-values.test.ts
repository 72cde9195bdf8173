import { expect, test } from 'vitest'
import { tree } from '../../src/cli/generated/tree.ts'
import { checkField } from '../../src/contract/field.ts'
import { endpoints } from '../../src/contract/index.ts'
import { shellWords } from '../support/processes/shell-words.ts'
import { wrongCommands } from '../support/processes/wrong-values.ts'
import { remite } from '../support/remite.ts'

const env = { REMITE_API_URL: 'http://127.0.0.1:1/v3/api', REMITE_TOKEN: 'token' }

const seen = new Set<string>()

/** A flag that many verbs have is tried once. */
function isNew(flag: string): boolean {
  if (seen.has(flag)) return false
  seen.add(flag)
  return true
}

/** Values that need neither a file nor a server to be wrong. `wrong-values.slow` tries all others, too. */
const verbs = tree.map((verb) => ({
  ...verb,
  positionals: verb.positionals.map(({ reference: _, ...positional }) => positional),
  flags: verb.flags.filter(
    ({ name, kind, choices, placeholder = '', reference }) =>
      !reference &&
      isNew(`--${name} ${kind} ${placeholder} ${choices}`) &&
      (choices ||
        kind === 'number' ||
        /^(?:ADDRESS|URL|ZONE|DURATION|HOST:PORT)$/.test(placeholder)),
  ),
}))

test('a value that is wrong in itself is named before anything is read or sent', async () => {
  const cli = remite().with({ env })
  let count = 0
  for (const verb of verbs) {
    for (const { argv, subject } of wrongCommands(verb, {})) {
      const { code, stdout, stderr } = await cli(...argv)
      expect([argv, code, stdout]).toEqual([argv, 2, ''])
      expect(stderr).toMatch(subject)
      count++
    }
  }
  expect(count).toBeGreaterThan(80)
})

test('every field that takes an address and nothing else has the placeholder that is checked', () => {
  const unchecked = tree.flatMap(({ path, endpoint: id, flags }) => {
    const endpoint = endpoints.find((named) => named.id === id)?.endpoint
    return flags
      .filter(({ key, kind, reference, placeholder }) => {
        const value = kind === 'repeat' ? ['nobody'] : 'nobody'
        const problems = endpoint && !reference ? checkField(endpoint, key, value) : []
        return problems.some(({ code }) => code === 'bad_email') && placeholder !== 'ADDRESS'
      })
      .map(({ name }) => `${path} --${name}`)
  })
  expect(unchecked).toEqual([])
})

test.each([
  ['auth keys create --name nightly --scope contacts:writ -n', 'did you mean contacts:write?'],
  ['campaigns create --name "" --subject Hi --from-mail ana@shop.example --list 1', '--name'],
  ['campaigns archive 7 --slug "a b"', '--slug'],
  ['contacts add --list 1 --email ana@shop.example --status nonesuch', '--status'],
  ['contacts add --list 1 --email ana@shop.example --created-at neverish', 'neverish'],
  ['contacts suppressions add nobody', '[ADDRESSES...] 1'],
  ['contacts suppressions remove nobody --reason asked', '<ADDRESS>'],
  ['events list --type nonesuch', '--type'],
  ['lists create --name News --form-origins nowhere', '--form-origins 1'],
  ['lists fields create --list 1 --name City --type text --key "a b"', '--key'],
  ['public unsubscribe ana@shop.example --yes', '[XSID]'],
  ['sandbox inbox open nonesuch', '[MESSAGE]'],
  ['users brand set --accent-color reddish', '--accent-color'],
  ['users opt-in-mail get --language fr', '--language'],
])('%s is refused before anything is sent', async (line, subject) => {
  const { code, stdout, stderr } = await remite().with({ env })(...shellWords(line))
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(subject)
})

test.each([
  ['--limit', '0', '1 to 100,000, or --all'],
  ['--limit', '1e3', '1 to 100'],
  ['--retries', '-1', '0 to 100'],
  ['--timeout', 'soonish', '90s'],
  ['--output', 'xml', 'json'],
  ['--color', 'red', 'never'],
  ['--lang', 'fr', 'es'],
  ['--settle', 'maybe', 'unsent'],
  ['--profile', 'nonesuch', 'nonesuch'],
  ['--api-url', 'nowhere', '--api-url'],
  ['--jq', '.[', 'jq'],
])(
  'the global flag %s with %s is refused, and the error says what it takes',
  async (flag, value, takes) => {
    const { code, stdout, stderr } = await remite().with({ env })('lists', 'list', flag, value)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(takes)
  },
)
