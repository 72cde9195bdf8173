import type { Context } from '../context/context.ts'
import { redactArgv } from './redact.ts'

/** The command of this run, to be run again. */
export const rerunCommand = ({ host }: Pick<Context, 'host'>): string =>
  ['remite', ...redactArgv(host.argv)].map(shellQuoted).join(' ')

/**
 * Quotes a word for a shell. Single quotes mean the same to `sh` and to PowerShell. Within them only
 * `sh` writes a single quote this way, so such a word is in double quotes if nothing in it is special
 * there. PowerShell reads a comma as a list and a leading @ as a variable.
 */
export function shellQuoted(word: string): string {
  if (/^[\w./:%=+-][\w./:@%=+-]*$/.test(word)) return word
  if (!word.includes("'")) return `'${word}'`
  if (!/["$`\\!\n]/.test(word)) return `"${word}"`
  return `'${word.replaceAll("'", `'\\''`)}'`
}
