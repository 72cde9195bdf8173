import { request } from 'node:http'
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
  /** The settings and the drafts of an earlier run. */
  folder?: string
}

/**
 * Runs `campaigns edit` with an id, or another verb, and returns its output so far. `stop` sends
 * Ctrl-C.
 */
export function runEditor(
  server: Pick<TestService, 'url' | 'token'>,
  id: number | readonly string[],
  { clock = systemClock, env = {}, args = [], folder = newFolder() }: EditorOptions = {},
) {
  const verb = typeof id === 'number' ? ['campaigns', 'edit', String(id)] : id
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
    argv: [...verb, ...args],
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

/** Calls the editor's API as its page does. Each header can be overridden. */
export async function callEditor(link: string) {
  const { origin, host } = new URL(link)
  const call = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    sendTo(origin + path, 'POST', JSON.stringify(body), {
      host,
      origin,
      'content-type': 'application/json',
      ...headers,
    })
  const { body } = await call('/session', { link: link.split('#')[1] })
  const key: Record<string, string> = { 'x-editor-session': body.key }
  return {
    origin,
    host,
    key,
    call,
    ask: (name: string, input: object = {}) => call(`/answers/${name}`, input, key),
  }
}

/** Sends a request with `node:http`, because `fetch` cannot set the Host header. */
export const sendTo = (
  url: string,
  method: string,
  text: string,
  headers: Record<string, string>,
) =>
  new Promise<{
    status: number
    headers: Record<string, unknown>
    body: ReturnType<typeof JSON.parse>
  }>((resolve, reject) => {
    const outgoing = request(url, { method, headers }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      const content = Buffer.concat(chunks).toString()
      const isJson = response.headers['content-type'] === 'application/json'
      const { statusCode: status = 0, headers: received } = response
      resolve({ status, headers: received, body: isJson ? JSON.parse(content) : content })
    })
    outgoing.on('error', reject).end(text)
  })
