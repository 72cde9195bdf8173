import { CommanderError } from 'commander'
import { readEnvironment } from '../config/env.ts'
import { chooseLanguage } from '../config/language.ts'
import { Failure } from '../core/failure.ts'
import { isLanguage } from '../core/language.ts'
import { loadCommand } from './commands/index.ts'
import { tree } from './generated/tree.ts'
import { answerHelp } from './help/answer.ts'
import { type Host, leaveNow, leaveWith, processHost } from './host/host.ts'
import { wasPagerLeft } from './host/pager.ts'
import { columnsOf } from './host/terminal-size.ts'
import { createProgram } from './program/program.ts'
import type { RunRecord } from './program/result-file.ts'

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
  const argv = await argumentsOf(host)
  const { env } = host
  const isTerminal = () => host.stdout.isTTY === true
  const help = answerHelp({ argv, env, isTerminal, columns: () => columnsOf(host.stdout) })
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
  let isParsed = false
  async function parse(words: readonly string[]): Promise<void> {
    const parsed = {
      argv: words,
      env,
      // A getter: opening the stream takes time.
      get stdout() {
        return host.stdout
      },
    }
    const program = createProgram(parsed, language, async (verb, raw) => {
      isParsed = true
      const [{ execute }, command] = await Promise.all([
        import('./program/execute.ts'),
        loadCommand(verb.path),
      ])
      if (!command) throw new Failure('internal')
      await execute(host, { verb, command }, raw, record)
    })
    try {
      await program.parseAsync(words, { from: 'user' })
    } catch (error) {
      if (isParsed || !(error instanceof Failure)) throw error
      const { withWireChoice } = await import('./program/wire-choice.ts')
      const meant = await withWireChoice(host, words, error)
      if (!meant) throw error
      await parse(meant)
    }
  }
  try {
    await parse(argv)
    return record.exit ?? 0
  } catch (error) {
    const failure = error instanceof CommanderError ? await explained(error, host, argv) : error
    if (failure === undefined) return 0
    const { report } = await import('./program/report.ts')
    return report(host, stoppedBy(host, failure))
  }
}

async function explained(error: CommanderError, { argv: typed }: Host, argv: readonly string[]) {
  const { usageFailure } = await import('./program/usage-failure.ts')
  return usageFailure(error, { typed, argv })
}

/** Normalizes the arguments. Loaded only when needed: most start with a verb by its name. */
async function argumentsOf({ argv }: Host): Promise<readonly string[]> {
  const [first = '', second = ''] = argv
  const isVerb = tree.some(({ path }) => path === first || path === `${first} ${second}`)
  if (first === '__complete' || (isVerb && first !== 'help' && !argv.includes('--'))) return argv
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
  if (wasPagerLeft()) leaveNow()
}
