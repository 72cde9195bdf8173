import { afterEach } from 'vitest'
import { type Client, type ClientSettings, createClient } from '../../../src/client/client.ts'
import type { Failure } from '../../../src/core/failure.ts'
import { type ForeignServer, startForeignServer } from '../../support/foreign-server.ts'

export const token = 'very.secret.token'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

export async function startForeign(): Promise<ForeignServer> {
  const server = await startForeignServer()
  open.push(server.close)
  return server
}

/** A client whose waits are noted instead of waited. */
export function clientFor(
  apiUrl: string,
  settings: Partial<ClientSettings> = {},
): { client: Client; waits: number[]; trace: string[] } {
  const waits: number[] = []
  const trace: string[] = []
  const client = createClient({
    apiUrl,
    token,
    language: 'es',
    timeoutMs: 5000,
    retries: 2,
    clock: {
      now: () => Date.parse('2027-03-01T09:00:00Z'),
      sleep: async (ms) => {
        waits.push(ms)
      },
    },
    random: () => 0.5,
    userAgent: 'remite/test',
    proxy: {},
    trace: (line) => trace.push(line),
    ...settings,
  })
  open.push(client.close)
  return { client, waits, trace }
}

/** What a promise was rejected with; it must be. */
export async function failureOf(promise: Promise<unknown>) {
  const reason = await promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (reason === undefined) throw new Error('it was not refused')
  return reason as Failure // its code is what the test asks about
}
