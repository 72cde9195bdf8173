import { closeSync, openSync, writeSync } from 'node:fs'
import { readEnvironment } from '../../config/env.ts'
import { stripControls } from '../../core/safe-text.ts'
import type { Host } from '../host/host.ts'
import { redactArgv, summarize } from '../sending/redact.ts'

/** The outcome of a run. */
export interface RunRecord {
  result?: object | undefined
  /** The exit code of a program that the verb ran. */
  exit?: number
}

/** Appends one line per run to REMITE_RESULT_FILE. A write error never fails the run. */
export function recordRun(host: Host, { result }: RunRecord, exitCode: number): void {
  const { resultFile } = readEnvironment(host.env)
  if (resultFile === undefined) return
  const line = JSON.stringify({
    time: new Date(host.clock.now()).toISOString(),
    command: ['remite', ...redactArgv(host.argv)],
    exit_code: exitCode,
    ...(result && { result: summarize(result) }),
  })
  try {
    const file = openSync(resultFile, 'a', 0o600)
    // One write per line, so that concurrent runs do not mix their lines.
    writeSync(file, `${line}\n`)
    closeSync(file)
  } catch (error) {
    const { message } = error as Error
    host.stderr.write(`REMITE_RESULT_FILE: ${stripControls(message)}\n`)
  }
}
