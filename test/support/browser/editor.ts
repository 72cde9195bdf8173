import { PassThrough, Readable } from 'node:stream'
import { run } from '../../../src/cli/main.ts'
import { type Clock, systemClock } from '../../../src/core/clock.ts'
import { newFolder } from '../folder.ts'
import type { TestService } from '../service.ts'
import { waitFor } from '../wait.ts'

interface EditorOptions {
  clock?: Clock
  env?: Record<string, string>
  args?: readonly string[]
}

/** Runs `campaigns edit` and returns its output so far. `stop` sends Ctrl-C. */
export function runEditor(
  server: Pick<TestService, 'url' | 'token'>,
  id: number,
  { clock = systemClock, env = {}, args = [] }: EditorOptions = {},
) {
  const folder = newFolder()
  const stopping = new AbortController()
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const output = { stdout: '', stderr: '' }
  stdout.on('data', (chunk) => {
    output.stdout += chunk
  })
  stderr.on('data', (chunk) => {
    output.stderr += chunk
  })
  const ended = run({
    argv: ['campaigns', 'edit', String(id), ...args],
    env: {
      REMITE_CONFIG_DIR: folder,
      REMITE_STATE_DIR: `${folder}/state`,
      LANG: 'en_US.UTF-8',
      REMITE_API_URL: server.url,
      REMITE_TOKEN: server.token,
      PATH: process.env.PATH,
      ...env,
    },
    stdin: Object.assign(Readable.from([]), { isTTY: false }),
    stdout,
    stderr,
    machine: { platform: process.platform, home: folder },
    timezone: 'Europe/Madrid',
    clock,
    stopped: stopping.signal,
  })
  return {
    folder,
    output,
    ended,
    /** Waits for the printed URL of the editor. */
    async link(): Promise<string> {
      const found = () => /http:\/\/127\.0\.0\.1:\d+\/#\S+/.exec(output.stderr)?.[0]
      await waitFor(() => found() !== undefined)
      return found() ?? ''
    },
    async stop(): Promise<number> {
      stopping.abort('SIGINT')
      return ended
    },
  }
}
