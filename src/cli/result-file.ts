import { closeSync, openSync, writeSync } from 'node:fs'
import { readEnvironment } from '../config/env.ts'
import { stripControls } from '../core/safe-text.ts'
import type { Host } from './host.ts'
import { redactWords, summaryOf } from './sending/redact.ts'

/** What is left of a run when it has ended. */
export interface RunRecord {
  result?: object | undefined
  /** Of a program that ran inside of it. */
  exit?: number
}

/** One line for each run, for whoever looks after the scripts. Nothing of it fails a run. */
export function recordRun(host: Host, { result }: RunRecord, exitCode: number): void {
  const { resultFile } = readEnvironment(host.env)
  if (resultFile === undefined) return
  const line = JSON.stringify({
    time: new Date(host.clock.now()).toISOString(),
    command: ['remite', ...redactWords(host.argv)],
    exit_code: exitCode,
    ...(result && { result: summaryOf(result) }),
  })
  try {
    const file = openSync(resultFile, 'a', 0o600)
    // In one write, so that runs at the same time do not mix their lines.
    writeSync(file, `${line}\n`)
    closeSync(file)
  } catch (error) {
    const { message } = error as Error
    host.stderr.write(`REMITE_RESULT_FILE: ${stripControls(message)}\n`)
  }
}
