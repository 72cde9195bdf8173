import type { Context } from '../context/context.ts'
import { columnsOf } from '../host/terminal-size.ts'

interface NextStep {
  /** What has been done. */
  sentence: string
  /** A line with the command to run next. */
  command: string
}

/** Whether a person reads along: both streams are a terminal, and the result is shown as a table. */
export const showsNextSteps = ({ host, output, flags }: Context): boolean =>
  output.format === 'table' &&
  host.stdout.isTTY === true &&
  host.stderr.isTTY === true &&
  !flags.quiet

/** Writes a hint at the next step to standard error, at a terminal only. */
export function nextStep(context: Context, { sentence, command }: NextStep): void {
  if (!showsNextSteps(context)) return
  // A command that is broken into two lines cannot be copied.
  const fits = sentence.length + 1 + command.length <= columnsOf(context.host.stderr)
  context.output.note(`${sentence}${fits ? ' ' : '\n'}${command}`)
}
