import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import type { Outgoing, ProxySettings } from '../../../src/client/outcome.ts'
import { createTransport } from '../../../src/client/transport.ts'
import { Failure } from '../../../src/core/failure.ts'
import { freePort } from '../../support/free-port.ts'
import { startForeign } from './start-client.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

function transport({ timeoutMs = 5000, proxy = {} as ProxySettings } = {}) {
  const made = createTransport({ timeoutMs, proxy })
  open.push(made.close)
  return (url: string, more: Partial<Outgoing> = {}) =>
    made.send({ method: 'POST', url, headers: {}, body: '{}', wants: 'text', ...more })
}
