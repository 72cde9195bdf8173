import type { Context } from '../context.ts'
import { redactWords } from './redact.ts'

/** This run's command as it can be typed once more. */
export const againCommand = ({ host }: Pick<Context, 'host'>): string =>
  ['remite', ...redactWords(host.argv)].map(shellQuoted).join(' ')

/** As it can be pasted into a shell. */
export const shellQuoted = (word: string): string =>
  /^[\w./:@%=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
