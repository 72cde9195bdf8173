import { CommanderError } from 'commander'
import { readEnvironment } from '../config/env.ts'
import { chooseLanguage } from '../config/language.ts'
import { Failure } from '../core/failure.ts'
import { isLanguage } from '../core/language.ts'
import { commands } from './commands/index.ts'
import { answerHelp } from './help/answer.ts'
import { type Host, leaveWith, processHost } from './host.ts'
import { createProgram } from './program.ts'
import type { RunRecord } from './result-file.ts'
import { usageFailure } from './usage-failure.ts'

/** One run, from the words typed to the exit code. Nothing of it touches the process: a test can be its host. */
export async function run(host: Host): Promise<number> {
  const record: RunRecord = {}
  const code = await runRecorded(host, record)
  if (host.env.REMITE_RESULT_FILE) {
    const { recordRun } = await import('./result-file.ts')
    recordRun(host, record, code)
  }
  return code
}

async function runRecorded(host: Host, record: RunRecord): Promise<number> {
  const { argv, env } = host
  const help = answerHelp({ argv, env, columns: () => host.stdout.columns })
  if (help !== undefined) {
    host.stdout.write(help)
    return 0
  }
  const asked = host.argv[host.argv.indexOf('--lang') + 1]
  const flag = host.argv.includes('--lang') && isLanguage(asked) ? { flag: asked } : {}
  const language = chooseLanguage({ environment: readEnvironment(host.env), ...flag })
  if (host.argv[0] === '__complete') {
    const { answerShell } = await import('./completion/answer.ts')
    answerShell(host, host.argv.slice(2), language)
    return 0
  }
  const program = createProgram(host, language, async ({ path }, raw) => {
    const { execute } = await import('./execute.ts')
    const load = commands[path]
    if (!load) throw new Failure('internal')
    await execute(host, (await load()).command, raw, record)
  })
  try {
    await program.parseAsync(await wordsFor(host), { from: 'user' })
    return record.exit ?? 0
  } catch (error) {
    const failure = error instanceof CommanderError ? usageFailure(error) : error
    if (failure === undefined) return 0
    const { report } = await import('./report.ts')
    return report(host, stoppedBy(host, failure))
  }
}

/** Seldom needed, so seldom loaded. */
async function wordsFor({ argv }: Host): Promise<readonly string[]> {
  if (argv[0] !== 'help' && !argv.includes('--')) return argv
  return (await import('./spell-out.ts')).spellOut(argv)
}

/** Whatever broke off because the person or the system stopped us says so, and how it goes on. */
function stoppedBy({ stopped }: Host, failure: unknown): unknown {
  const code = failure instanceof Failure ? failure.code : undefined
  if (!stopped.aborted || code === 'done_in_part') return failure
  const isTold = code === 'interrupted' || code === 'terminated'
  const details = failure instanceof Failure && isTold ? failure.details : {}
  const own = stopped.reason === 'SIGTERM' ? 'terminated' : 'interrupted'
  return new Failure(own, details, { cause: failure })
}

export async function main(): Promise<void> {
  leaveWith(await run(processHost()))
}
