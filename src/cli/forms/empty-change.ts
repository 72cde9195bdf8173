import { tokensOf } from '../../contract/path.ts'
import type { AnyCommand } from '../command/command.ts'
import type { Answers } from '../command/form.ts'
import type { Verb } from '../syntax/verb.ts'

type VerbFlag = Verb['flags'][number]

/**
 * Returns the flags that a verb could change something with, if it was run without any; undefined if it
 * changes something. The server would answer an empty change that all went well.
 */
export function emptyChange(
  { path, flags, positionals }: Verb,
  { endpoint }: AnyCommand,
  answers: Answers,
): readonly VerbFlag[] | undefined {
  const name = path.split(' ').at(-1)
  if (!endpoint || (name !== 'update' && name !== 'set')) return undefined
  const tokens: readonly string[] = tokensOf(endpoint.path)
  const isValue = ({ key }: { key: string }) => !tokens.includes(key)
  const values = flags.filter(isValue)
  if (values.some(({ key }) => answers[key] !== undefined)) return undefined
  if (positionals.filter(isValue).some(({ key }) => answers[key] !== undefined)) return undefined
  return values.filter(({ isFormer }) => !isFormer)
}
