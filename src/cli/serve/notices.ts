import type { OptionValues } from '../command/command.ts'
import type { Context } from '../context/context.ts'
import { logSettingsOf } from './live-settings.ts'
import type { serveOptions } from './options.ts'

/** What a start says in sentences, to people or to the log. */
export type Notices = Pick<Context['output'], 'note' | 'warn'>

/**
 * Returns where the sentences of a start go: to people at a terminal, in a text log and of a sandbox, and otherwise
 * to the log, so that each of its lines is JSON.
 */
export function noticesOf(
  { host: { stderr, clock }, output, flags: { quiet } }: Pick<Context, 'host' | 'output' | 'flags'>,
  options: OptionValues<typeof serveOptions>,
): Notices {
  const isForPeople = stderr.isTTY === true || options.sandbox === true || quiet
  if (isForPeople || logSettingsOf(options).format === 'text') return output
  const writeLine = (level: 'info' | 'warn', text: string) => {
    const at = new Date(clock.now()).toISOString()
    stderr.write(`${JSON.stringify({ at, level, event: 'notice', text })}\n`)
  }
  return {
    note: (text) => writeLine('info', text),
    warn: async (text) => writeLine('warn', text),
  }
}
