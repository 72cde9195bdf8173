import { expect, test } from 'vitest'
import { readEnvironment } from '../../../src/config/env.ts'
import { type GlobalFlags, resolveSettings } from '../../../src/config/settings.ts'
import type { Profile } from '../../../src/config/stored.ts'

const main: Profile = {
  name: 'main',
  apiUrl: 'https://stored.example/v3/api',
  language: 'es',
  timezone: 'Europe/Madrid',
  sendThreshold: 50,
}

interface World {
  flags?: GlobalFlags
  env?: NodeJS.ProcessEnv
  stored?: Profile[]
  current?: string
}

const resolve = ({ flags = {}, env = {}, stored = [], current }: World) =>
  resolveSettings({
    flags,
    environment: readEnvironment(env),
    profiles: { current: () => current, get: (name) => stored.find((one) => one.name === name) },
  })

test('without settings everything has its default, and there is no URL', () => {
  const settings = resolve({})
  expect(settings).not.toHaveProperty('apiUrl')
  expect(settings).not.toHaveProperty('output')
  expect(settings).not.toHaveProperty('timezone')
  expect(settings).toMatchObject({
    profile: { value: 'default', source: { from: 'default' } },
    language: { value: 'en', source: { from: 'default' } },
    color: { value: 'auto' },
    noInput: { value: false },
    debug: { value: false },
    timeoutMs: { value: 60_000 },
    sendThreshold: { value: 1000 },
  })
})

const flag = (name: string) => ({ from: 'flag', name })
const variable = (name: string) => ({ from: 'environment', name })
const profile = { from: 'profile', name: 'main' }
const everywhere = {
  flags: {
    profile: 'main',
    apiUrl: 'https://flag.example',
    output: 'csv',
    color: 'never',
    lang: 'en',
    noInput: true,
    debug: false,
    timeoutMs: 5,
    retries: 0,
  },
  env: {
    REMITE_PROFILE: 'other',
    REMITE_API_URL: 'https://environment.example',
    REMITE_OUTPUT: 'ids',
    REMITE_LANG: 'es',
    REMITE_NO_INPUT: '0',
    REMITE_DEBUG: '1',
    FORCE_COLOR: '1',
  },
  stored: [main, { ...main, name: 'other' }],
  current: 'main',
} satisfies World

test('a flag overrides the environment, the profile and the default', () => {
  expect(resolve(everywhere)).toMatchObject({
    profile: { value: 'main', source: flag('--profile') },
    stored: main,
    apiUrl: { value: 'https://flag.example', source: flag('--api-url') },
    output: { value: 'csv', source: flag('--output') },
    color: { value: 'never', source: flag('--color') },
    language: { value: 'en', source: flag('--lang') },
    noInput: { value: true, source: flag('--no-input') },
    debug: { value: false, source: flag('--debug') },
    timeoutMs: { value: 5, source: flag('--timeout') },
    retries: { value: 0, source: flag('--retries') },
  })
})

test('the environment overrides the profile and the default', () => {
  expect(resolve({ ...everywhere, flags: {} })).toMatchObject({
    profile: { value: 'other', source: variable('REMITE_PROFILE') },
    stored: { name: 'other' },
    apiUrl: { value: 'https://environment.example', source: variable('REMITE_API_URL') },
    output: { value: 'ids', source: variable('REMITE_OUTPUT') },
    color: { value: 'always', source: variable('FORCE_COLOR') },
    language: { value: 'es', source: variable('REMITE_LANG') },
    noInput: { value: false, source: variable('REMITE_NO_INPUT') },
    debug: { value: true, source: variable('REMITE_DEBUG') },
  })
})

test('the current profile overrides the default', () => {
  expect(resolve({ stored: [main], current: 'main' })).toMatchObject({
    profile: { value: 'main', source: profile },
    apiUrl: { value: 'https://stored.example/v3/api', source: profile },
    language: { value: 'es', source: profile },
    timezone: { value: 'Europe/Madrid', source: profile },
    sendThreshold: { value: 50, source: profile },
  })
})

test('a locale variable overrides the language of the profile', () => {
  const { language } = resolve({ env: { LANG: 'en_GB' }, stored: [main], current: 'main' })
  expect(language).toEqual({ value: 'en', source: variable('LANG') })
})

test.each([
  [{ NO_COLOR: '1' }, 'never'],
  [{ NO_COLOR: '0' }, 'never'],
  [{ NO_COLOR: '' }, 'auto'],
  [{ FORCE_COLOR: '0' }, 'never'],
  [{ FORCE_COLOR: '3', NO_COLOR: '1' }, 'always'],
])('%o results in the color choice %s', (env, choice) => {
  expect(resolve({ env }).color.value).toBe(choice)
})

test('a URL is normalized and validated, whatever its source', () => {
  const slash = resolve({ env: { REMITE_API_URL: 'https://mail.example.org/v3/api/' } })
  expect(slash.apiUrl?.value).toBe('https://mail.example.org/v3/api')

  const plain = { env: { REMITE_API_URL: 'http://mail.example.org/v3/api' } }
  expect(() => resolve(plain)).toThrow(expect.objectContaining({ code: 'plain_http' }))
  expect(resolve({ ...plain, flags: { insecureHttp: true } }).apiUrl?.value).toBe(
    'http://mail.example.org/v3/api',
  )
})

test('REMITE_OUTPUT with an unknown format is a usage failure that lists the choices', () => {
  expect(() => resolve({ env: { REMITE_OUTPUT: 'xml' } })).toThrow(
    expect.objectContaining({
      code: 'usage',
      details: {
        problems: [
          {
            field: 'REMITE_OUTPUT',
            code: 'not_a_choice',
            values: { choices: 'table, json, ndjson, csv, tsv, ids' },
          },
        ],
      },
    }),
  )
})
