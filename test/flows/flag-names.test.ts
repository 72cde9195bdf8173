import { describe, expect, test } from 'vitest'
import { complete } from '../../src/cli/completion/complete.ts'
import { tree } from '../../src/cli/generated/tree.ts'
import { termOf } from '../../src/cli/help/flag-text.ts'
import { globalFlags } from '../../src/cli/syntax/global-flags.ts'
import { startForeignServer } from '../support/foreign-server.ts'
import { parseCommand } from '../support/processes/parse-command.ts'
import { remite } from '../support/remite.ts'

const flags = tree.flatMap((verb) => verb.flags.map((flag) => ({ verb, flag })))
const shown = flags.filter(({ flag }) => !flag.isFormer)
const renamed = flags.flatMap(({ verb, flag }) =>
  (flag.formerNames ?? []).map((former) => ({ verb, flag, former })),
)

/** Fields that mean something else on another verb, and so have another name there. */
const homonyms = ['id', 'from', 'to']

test('a field of the API is the same flag on every verb', () => {
  const names = new Map<string, Set<string>>()
  for (const { flag } of shown) {
    if (homonyms.includes(flag.key)) continue
    names.set(flag.key, (names.get(flag.key) ?? new Set()).add(flag.name))
  }
  const several = [...names].filter(([, found]) => found.size > 1)
  expect(several.map(([key, found]) => `${key}: ${[...found].join(', ')}`)).toEqual([])
})

test('a period is --since and --until on every verb', () => {
  const times = shown.filter(({ flag }) => termOf(flag).endsWith('<TIME>'))
  const names = new Set(times.map(({ flag }) => flag.name))
  expect([...names].sort()).toEqual([
    'at',
    'confirmed-at',
    'created-at',
    'expires',
    'since',
    'unsubscribed-at',
    'until',
    'updated-since',
  ])
  for (const { verb, flag } of shown) {
    if (['from', 'to'].includes(flag.name)) expect(termOf(flag), verb.path).not.toContain('<TIME>')
  }
})

test('a length of time is a DURATION on every verb', () => {
  const every = [...shown.map(({ flag }) => flag), ...globalFlags]
  const lengths = every.filter(({ name }) => /timeout|window|-ttl|tolerance/.test(name))
  expect(lengths.length).toBeGreaterThan(8)
  for (const flag of lengths) expect(termOf(flag)).toMatch(/ <DURATION>$/)
})

test('no verb names a flag by the ID of the thing, or has two ways to name its key', () => {
  const names = new Set(shown.map(({ flag }) => flag.name))
  for (const gone of ['contact-id', 'campaign-id', 'webhook-id', 'q', 'idempotency', 'timezone']) {
    expect(names).not.toContain(gone)
  }
})

describe('a former name', () => {
  test('still works, and its value arrives under the same key', async () => {
    expect(renamed.length).toBeGreaterThan(20)
    for (const { verb, flag, former } of renamed) {
      const needed = verb.positionals.filter(({ required }) => required)
      const words = needed.map(({ choices }) => choices?.[0] ?? '7')
      const value = flag.choices?.[0] ?? '5'
      const parsed = await parseCommand([...verb.path.split(' '), ...words, `--${former}`, value])
      const read = parsed?.raw.flags[flag.key]
      expect([parsed?.verb.path, String(read)], `${verb.path} --${former}`).toEqual([
        verb.path,
        value,
      ])
    }
  })

  test('is neither in the help nor completed', async () => {
    for (const { verb, former } of renamed) {
      if (verb.flags.some(({ name }) => name === former)) continue
      const { stdout } = await remite()(...verb.path.split(' '), '--help')
      expect(stdout, verb.path).not.toMatch(new RegExp(`--${former}\\b(?!-)`))
      const words = [...verb.path.split(' '), `--${former}`]
      const { candidates } = complete(words, { language: 'en', findNames: () => [] })
      expect(candidates.map(({ value }) => value)).not.toContain(`--${former}`)
    }
  })
})

test('an automation is triggered once per --idempotency-key, also by its former name', async () => {
  const foreign = await startForeignServer()
  try {
    const env = { REMITE_API_URL: foreign.url, REMITE_TOKEN: 'opaque' }
    foreign.respond('POST /automations/2/trigger', { body: { ok: true, enrolled: true } })
    for (const name of ['--idempotency-key', '--idempotency']) {
      const words = ['automations', 'trigger', '2', '--email', 'ana@correo.example', name, 'cart-9']
      expect((await remite().with({ env })(...words)).code).toBe(0)
    }
    const sent = foreign.requests.filter(({ method }) => method === 'POST')
    expect(sent.map(({ body }) => JSON.parse(body))).toEqual([
      { email: 'ana@correo.example', idempotency: 'cart-9' },
      { email: 'ana@correo.example', idempotency: 'cart-9' },
    ])
  } finally {
    await foreign.close()
  }
})

test('a time and a length of time are both a start', async () => {
  const foreign = await startForeignServer()
  try {
    const env = { REMITE_API_URL: foreign.url, REMITE_TOKEN: 'opaque' }
    foreign.respond('GET /campaigns', { body: [] })
    for (const since of ['2027-03-01T09:00Z', '1h']) {
      expect((await remite().with({ env })('campaigns', 'list', '--since', since)).code).toBe(0)
    }
    const [at, ago] = foreign.requests.map(({ query }) => query)
    expect(at?.get('from')).toBe('2027-03-01T09:00:00.000Z')
    expect(Math.abs(Date.parse(ago?.get('from') ?? '') - (Date.now() - 3_600_000))).toBeLessThan(
      60_000,
    )
  } finally {
    await foreign.close()
  }
})
