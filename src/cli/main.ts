import { CommanderError } from 'commander'
import { readEnvironment } from '../config/env.ts'
import { chooseLanguage } from '../config/language.ts'
import { Failure } from '../core/failure.ts'
import { isLanguage } from '../core/language.ts'
import { loadCommand } from './commands/index.ts'
import { answerHelp } from './help/answer.ts'
import { type Host, leaveWith, processHost } from './host/host.ts'
import { createProgram } from './program/program.ts'
import type { RunRecord } from './program/result-file.ts'
import { usageFailure } from './program/usage-failure.ts'

/** Runs the command line. Returns the exit code. It uses the process only through `host`, for tests. */
export async function run(host: Host): Promise<number> {
  const record: RunRecord = {}
  const code = await runRecorded(host, record)
  if (host.env.REMITE_RESULT_FILE) {
    const { recordRun } = await import('./program/result-file.ts')
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
  const requested = host.argv[host.argv.indexOf('--lang') + 1]
  const flag = host.argv.includes('--lang') && isLanguage(requested) ? { flag: requested } : {}
  const language = chooseLanguage({ environment: readEnvironment(host.env), ...flag })
  if (host.argv[0] === '__complete') {
    const { answerShell } = await import('./completion/answer.ts')
    answerShell(host, host.argv.slice(2), language)
    return 0
  }
  const program = createProgram(host, language, async ({ path }, raw) => {
    const { execute } = await import('./program/execute.ts')
    const command = await loadCommand(path)
    if (!command) throw new Failure('internal')
    await execute(host, command, raw, record)
  })
  try {
    await program.parseAsync(await argumentsOf(host), { from: 'user' })
    return record.exit ?? 0
  } catch (error) {
    const failure = error instanceof CommanderError ? usageFailure(error) : error
    if (failure === undefined) return 0
    const { report } = await import('./program/report.ts')
    return report(host, stoppedBy(host, failure))
  }
}

/** Normalizes the arguments. Loaded only when needed, because it is rare. */
async function argumentsOf({ argv }: Host): Promise<readonly string[]> {
  if (argv[0] !== 'help' && !argv.includes('--')) return argv
  return (await import('./program/normalize-argv.ts')).normalizeArgv(argv)
}

/** Converts any failure after a stop signal to `interrupted` or `terminated`, with its details. */
function stoppedBy({ stopped }: Host, failure: unknown): unknown {
  const code = failure instanceof Failure ? failure.code : undefined
  if (!stopped.aborted || code === 'done_in_part') return failure
  const hasStopCode = code === 'interrupted' || code === 'terminated'
  const details = failure instanceof Failure && hasStopCode ? failure.details : {}
  const stopCode = stopped.reason === 'SIGTERM' ? 'terminated' : 'interrupted'
  return new Failure(stopCode, details, { cause: failure })
}

export async function main(): Promise<void> {
  const host = processHost()
  const ended = new AbortController()
  host.stopped.addEventListener('abort', async () => {
    const { explainStop } = await import('./program/stop-notice.ts')
    await explainStop(host, ended.signal)
  })
  leaveWith(await run(host))
  ended.abort()
}
