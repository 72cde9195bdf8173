import { argumentOf } from '../../../src/cli/help/verb-page.ts'
import type { Flag } from '../../../src/cli/syntax/flag.ts'
import type { Verb } from '../../../src/cli/syntax/verb.ts'

type Positional = Verb['positionals'][number]

/** One command with one wrong value. */
export interface WrongCommand {
  argv: string[]
  /** How the error names what is wrong: the flag, or the argument or its value. */
  subject: RegExp
}

/** Values that no field of the kind takes, by the placeholder of its value. */
const wrongByPlaceholder: Readonly<Record<string, string>> = {
  TIME: 'neverish',
  DURATION: 'soonish',
  'TIME|DURATION': 'soonish',
  FILE: '/no/such/file',
  'A..B': '9..1',
  ADDRESS: 'nobody',
  ZONE: 'Mars/Base',
  URL: 'not an address',
  EXPRESSION: 'opened in (',
  PORT: '70000',
  'HOST:PORT': 'nowhere',
  'N|P%': 'many',
  'COLUMN=FIELD': 'column',
  'KEY=VALUE': 'key',
  'KEY=TEXT': 'key',
  'ID=VALUE': 'key',
  SECONDS: 'long',
  CHARACTER: 'several',
  COLOR: 'reddish',
}

/** Values that no argument of the name takes. */
const wrongByArgument: Readonly<Record<string, string>> = {
  addresses: 'nobody',
  email: 'nobody',
  xsid: 'nobody',
}

type Taken = Pick<Flag, 'choices' | 'placeholder' | 'reference' | 'isWhole'> & {
  kind?: Flag['kind']
}

function wrongValuesOf({ kind, choices, placeholder = '', reference, isWhole }: Taken): string[] {
  const byPlaceholder = wrongByPlaceholder[placeholder]
  if (kind === 'switch') return []
  if (choices) return ['nonesuch']
  if (reference) return ['Nadie']
  if (kind === 'map') return ['novalue']
  if (byPlaceholder !== undefined) return [byPlaceholder]
  if (kind === 'number') return ['many', '-1', ...(isWhole ? ['1.5'] : [])]
  return []
}

/** Values that are right for what a verb requires, by key, placeholder or kind of reference. */
export type RightValues = Readonly<Record<string, string>>

/** What a verb needs beyond what it declares as required, and a change for those that change values. */
const extras: Readonly<Record<string, readonly string[]>> = {
  'lists import': ['--list', '1'],
  'events send': ['--file', 'FILE'],
  'contacts update': ['--nombre', 'Ana'],
  'users signup': ['--password-stdin'],
  'users create': ['--password-stdin'],
  'subscription update': ['--nombre', 'Ana'],
  'users me update': ['--nombre', 'Ana'],
  'users quota set': ['--monthly-sends', '1'],
  'users update': ['--nombre', 'Ana'],
  'webhooks update': ['--description', 'News'],
  serve: [
    ...['--sandbox', '--bounce-listen', '127.0.0.1:0'],
    ...['--bounce-tls-cert', 'FILE', '--bounce-tls-key', 'FILE'],
  ],
  'database move': ['--to', 'postgres://127.0.0.1:1/none'],
  'database rekey': ['--new-key-stdin'],
}

/** Returns the commands of a verb in which one flag or argument has a wrong value. */
export function wrongCommands(verb: Verb, right: RightValues): WrongCommand[] {
  const path = verb.path.split(' ')
  const rightOf = ({
    key,
    choices,
    reference,
    placeholder = '',
  }: Pick<Flag, 'key' | 'choices' | 'reference' | 'placeholder'>) =>
    right[`${verb.path} ${key}`] ??
    choices?.[0] ??
    right[reference ?? ''] ??
    right[key] ??
    right[placeholder] ??
    '1'
  const words = verb.positionals
    .filter(({ required }) => required)
    .map((positional) => rightOf(positional))
  const needed = verb.flags.filter(({ required }) => required)
  const others = (except?: Flag) => {
    const more = extras[verb.path] ?? (verb.path.endsWith(' update') ? ['--name', 'News'] : [])
    return [
      ...needed
        .filter((flag) => flag !== except)
        .flatMap((flag) => [`--${flag.name}`, rightOf(flag)]),
      ...without(`--${except?.name}`, more).map((word) => right[word] ?? word),
    ]
  }
  const byWord = verb.positionals.flatMap((positional, index) => {
    const { key } = positional
    const wrongByName = wrongByArgument[key] === undefined ? [] : [wrongByArgument[key]]
    return [
      ...wrongByName,
      ...wrongValuesOf({ ...positional, ...placeholderOf(verb, positional) }),
    ].map((wrong): WrongCommand => {
      const all = verb.positionals.slice(0, index).map(rightOf)
      const argv = [...path, ...all, wrong, ...words.slice(index + 1), ...others()]
      return { argv, subject: new RegExp(`${escaped(argumentOf(positional))}|${escaped(wrong)}`) }
    })
  })
  const byFlag = verb.flags
    .filter(({ isFormer }) => !isFormer)
    .flatMap((flag) =>
      wrongValuesOf(flag).map((wrong): WrongCommand => {
        const argv = [...path, ...words, ...others(flag), `--${flag.name}`, wrong]
        return { argv, subject: new RegExp(`--${flag.name}\\b|${escaped(wrong)}`) }
      }),
    )
  return [...byWord, ...byFlag]
}

/** The words without a flag and its value. */
function without(flag: string, words: readonly string[]): string[] {
  const index = words.indexOf(flag)
  return words.filter((_, at) => index < 0 || (at !== index && at !== index + 1))
}

/** The arguments that name a file to read. */
const placeholderOf = ({ path }: Verb, { key }: Positional) =>
  key === 'file' && path !== 'database backup' ? { placeholder: 'FILE' } : {}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
