import { Failure, type Problem } from '../../../core/failure.ts'
import type { Context } from '../../context.ts'
import { readTextFile } from '../../input/files.ts'

export type Fields = Record<string, unknown>

interface Pairs {
  /** `key=text` */
  raw?: readonly string[] | undefined
  /** `key=value`: true, false, null and numbers are what they say, `@FILE` is a file's text. */
  typed?: readonly string[] | undefined
}

/** The fields of a call. A key that comes again, or ends in `[]`, is a list; `a[b]` lies in `a`. */
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
  const at = pair.indexOf('=')
  if (at < 1) problems.push({ field: flag, code: 'bad_pair' })
  const key = pair.slice(0, at)
  const value = pair.slice(at + 1)
  // A file's name is no secret.
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
  else fields[outer] = { ...(before as object | undefined), [inner]: value } // spread takes anything
}

async function readTyped(text: string, { host, settings }: Context): Promise<unknown> {
  if (text === 'true' || text === 'false') return text === 'true'
  if (text === 'null') return null
  if (text.startsWith('@')) {
    return readTextFile(text.slice(1), { stdin: host.stdin, language: settings.language.value })
  }
  // An id of more digits than a number holds stays as it was written.
  return /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text) ? Number(text) : text
}
