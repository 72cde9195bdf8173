import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import { readTextFile } from './files.ts'

/** Reads JSON from a file, or from standard input for `-`. */
export async function readJsonFile(path: string, { host, settings }: Context): Promise<unknown> {
  const text = await readTextFile(path, { stdin: host.stdin, language: settings.language.value })
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Failure('usage', { problems: [{ field: path, code: 'bad_json' }] }, { cause })
  }
}

/** Reads a JSON object. */
export async function readJsonObject(path: string, context: Context): Promise<object> {
  const value = await readJsonFile(path, context)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new Failure('usage', { problems: [{ field: path, code: 'wrong_type' }] })
}
