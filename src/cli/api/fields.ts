import { Failure, type Problem } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import { readTextFile } from '../input/files.ts'

export type Fields = Record<string, unknown>

interface Pairs {
  /** `key=text` */
  raw?: readonly string[] | undefined
  /** `key=value`: true, false, null and numbers are parsed, `@FILE` is the text of a file. */
  typed?: readonly string[] | undefined
}

/** Reads the fields of a call. A repeated key, or one that ends in `[]`, is a list; `a[b]` is a key of `a`. */
export async function readFields({ raw = [], typed = [] }: Pairs, context: Context) {
  const problems: Problem[] = []
  const fields: Fields = {}
  for (const pair of raw) put(fields, split(pair, '--raw-field', problems))
  for (const pair of typed) {
    const { key, value } = split(pair, '--field', problems)
    put(fields, { key, value: await readTyped(String(value), context) })
  }
  if (problems.length > 0) throw new Failure('usage', { problems })
  return fields
}

interface Pair {
  key: string
  value: unknown
}

function split(pair: string, flag: string, problems: Problem[]): Pair {
  const index = pair.indexOf('=')
  if (index < 1) problems.push({ field: flag, code: 'bad_pair' })
  const key = pair.slice(0, index)
  const value = pair.slice(index + 1)
  // A file name is not a secret.
  if (/^(old_)?pass(word)?$/.test(key) && !value.startsWith('@')) {
    throw new Failure('secret_in_flag', {
      values: { flag: `${flag} ${key}`, instead: '--input -' },
    })
  }
  return { key, value }
}

function put(fields: Fields, { key, value }: Pair): void {
  const [, outer = key, inner] = /^([^[]+)\[([^\]]*)\]$/.exec(key) ?? []
  const before = Object.hasOwn(fields, outer) ? fields[outer] : undefined
  if (inner === undefined) fields[outer] = before === undefined ? value : [before, value].flat()
  else if (inner === '') fields[outer] = [before ?? [], value].flat()
  else fields[outer] = { ...(before as object | undefined), [inner]: value } // spreading any value is safe
}

async function readTyped(text: string, { host, settings }: Context): Promise<unknown> {
  if (text === 'true' || text === 'false') return text === 'true'
  if (text === 'null') return null
  if (text.startsWith('@')) {
    return readTextFile(text.slice(1), { stdin: host.stdin, language: settings.language.value })
  }
  // Longer ids would lose digits as numbers.
  return /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text) ? Number(text) : text
}
