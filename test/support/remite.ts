import { Readable, Writable } from 'node:stream'
import { run } from '../../src/cli/main.ts'
import { type Clock, systemClock } from '../../src/core/clock.ts'
import { newFolder } from './folder.ts'
import { type TypingStep, typist } from './processes/typist.ts'
import type { TestService } from './service.ts'

export interface RunOptions {
  /** Piped to standard input. */
  stdin?: string | Buffer
  env?: Record<string, string>
  stopped?: AbortSignal
  /** Called with each piece of standard output. */
  onOutput?(text: string): void
  /** Called with each piece of standard error. */
  onNote?(text: string): void
  /** Makes standard output and standard error terminals of this size. Without rows there is no pager. */
  terminal?: { columns: number; rows?: number }
  /** What a person types at the terminal that standard input is then. */
  typed?: readonly TypingStep[]
}

export interface RunResult {
  code: number
  stdout: string
  stderr: string
  /** Standard output, parsed as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into results of every shape
  json(): any
}

interface Remite {
  (...argv: string[]): Promise<RunResult>
  with(options: RunOptions): (...argv: string[]) => Promise<RunResult>
  folder: string
}

/**
 * The whole command line in this process, from argv to streams and exit code. With a service it is
 * logged in to the service's account. Settings and journals are in a new folder.
 */
export function remite(
  server?: Pick<TestService, 'url' | 'token'>,
  clock: Clock = systemClock,
): Remite {
  const folder = newFolder()
  const base = {
    REMITE_CONFIG_DIR: folder,
    REMITE_STATE_DIR: `${folder}/state`,
    LANG: 'en_US.UTF-8',
    ...(server && { REMITE_API_URL: server.url, REMITE_TOKEN: server.token }),
  }
  const runWith =
    ({
      stdin = '',
      env = {},
      stopped = new AbortController().signal,
      onOutput,
      onNote,
      terminal,
      typed,
    }: RunOptions) =>
    async (...argv: string[]): Promise<RunResult> => {
      const stdout = collect(terminal, onOutput)
      const person = typed && typist(typed)
      const stderr = collect(terminal, (text) => {
        person?.see(text)
        onNote?.(text)
      })
      const code = await run({
        argv,
        env: { ...base, ...env },
        stdin:
          person?.stdin ?? Object.assign(Readable.from([Buffer.from(stdin)]), { isTTY: false }),
        stdout: stdout.stream,
        stderr: stderr.stream,
        machine: { platform: process.platform, home: folder },
        timezone: 'Europe/Madrid',
        clock,
        stopped,
      })
      const text = stdout.text()
      return { code, stdout: text, stderr: stderr.text(), json: () => JSON.parse(text) }
    }
  return Object.assign(runWith({}), { with: runWith, folder })
}

function collect(
  terminal: { columns: number; rows?: number } | undefined,
  onOutput: (text: string) => void = () => {},
) {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      chunks.push(Buffer.from(chunk))
      onOutput(String(chunk))
      done()
    },
  })
  return {
    // A prompt pipes to it, and a pipe does not end the streams of a process.
    stream: Object.assign(
      stream,
      { end: () => stream },
      terminal ? { isTTY: true, ...terminal } : {},
    ),
    text: () => Buffer.concat(chunks).toString(),
  }
}
