import { PassThrough, Readable } from 'node:stream'
import { run } from '../../src/cli/main.ts'
import { type Clock, systemClock } from '../../src/core/clock.ts'
import { newFolder } from './folder.ts'
import type { TestService } from './service.ts'
import { waitFor } from './wait.ts'

interface Editing {
  clock?: Clock
  env?: Record<string, string>
  words?: readonly string[]
}

/** `campaigns edit` at work: what it has said so far, and Ctrl-C for it. */
export function runEditor(
  server: Pick<TestService, 'url' | 'token'>,
  id: number,
  { clock = systemClock, env = {}, words = [] }: Editing = {},
) {
  const folder = newFolder()
  const stopping = new AbortController()
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const said = { stdout: '', stderr: '' }
  stdout.on('data', (chunk) => {
    said.stdout += chunk
  })
  stderr.on('data', (chunk) => {
    said.stderr += chunk
  })
  const ended = run({
    argv: ['campaigns', 'edit', String(id), ...words],
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
    said,
    ended,
    /** What it prints for a browser. */
    async link(): Promise<string> {
      const found = () => /http:\/\/127\.0\.0\.1:\d+\/#\S+/.exec(said.stderr)?.[0]
      await waitFor(() => found() !== undefined)
      return found() ?? ''
    },
    async stop(): Promise<number> {
      stopping.abort('SIGINT')
      return ended
    },
  }
}
