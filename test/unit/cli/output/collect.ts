import { Writable } from 'node:stream'
import { createOutput, type OutputSettings } from '../../../../src/cli/output/output.ts'

export class Collected extends Writable {
  text = ''

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString()
    done()
  }
}

/** An output as in a terminal of 80 columns without colour, unless a test says otherwise. */
export function openOutput(changes: Partial<OutputSettings> = {}) {
  const stdout = new Collected()
  const stderr = new Collected()
  const output = createOutput({
    stdout,
    stderr,
    isTerminal: { stdout: true, stderr: true },
    color: { stdout: false, stderr: false },
    columns: () => 80,
    unicode: true,
    language: 'en',
    timezone: 'Europe/Madrid',
    quiet: false,
    progressLines: false,
    label: (key) => key,
    clock: { now: () => 0 },
    ...changes,
  })
  return { output, stdout, stderr }
}

export const piped = { isTerminal: { stdout: false, stderr: false } }
