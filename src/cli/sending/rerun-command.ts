import type { Context } from '../context/context.ts'
import { redactArgv } from './redact.ts'

/** The command of this run, to be run again. */
export const rerunCommand = ({ host }: Pick<Context, 'host'>): string =>
  ['remite', ...redactArgv(host.argv)].map(shellQuoted).join(' ')

/** Quotes a word for a shell. */
export const shellQuoted = (word: string): string =>
  /^[\w./:@%=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
