import { afterEach, expect, test } from 'vitest'
import { newUuid } from '../../../../src/core/ids.ts'
import { createPool } from '../../../../src/service/smtp/pool.ts'
import { startDelayingProxy } from '../../../support/mail/delaying-proxy.ts'
import {
  hasServer,
  login,
  type MailServer,
  startRealRelay,
  unknownUser,
} from '../../../support/mail/real-relays.ts'
import { type SinkMessage, startSink } from '../../../support/mail/smtp-sink.ts'
import { waitFor } from '../../../support/wait.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

interface Case {
  name: string
  server: MailServer
  hides?: string[]
  tls?: boolean
  /** Far enough for BDAT, where it is announced. */
  isFar?: boolean
  /** The mechanism of the login, if any. */
  auth?: string
}

const cases: Case[] = [
  { name: 'Postfix', server: 'postfix' },
  { name: 'Postfix by TLS', server: 'postfix', tls: true },
  { name: 'Postfix by BDAT', server: 'postfix', isFar: true },
  { name: 'Postfix by BDAT and TLS', server: 'postfix', isFar: true, tls: true },
  {
    name: 'Postfix far away without CHUNKING',
    server: 'postfix',
    isFar: true,
    hides: ['chunking'],
  },
  { name: 'Postfix without PIPELINING', server: 'postfix', hides: ['pipelining'] },
  { name: 'Exim', server: 'exim' },
  { name: 'Exim by BDAT', server: 'exim', isFar: true },
  { name: 'Exim without PIPELINING', server: 'exim', hides: ['pipelining', 'chunking'] },
  { name: 'Exim by TLS and PLAIN', server: 'exim', tls: true, auth: 'PLAIN' },
  { name: 'Exim by TLS and LOGIN', server: 'exim', tls: true, auth: 'LOGIN' },
  {
    name: 'Exim by TLS, CRAM-MD5 and BDAT',
    server: 'exim',
    tls: true,
    auth: 'CRAM-MD5',
    isFar: true,
  },
  { name: 'OpenSMTPD', server: 'opensmtpd' },
]

const count = 60
const bodyOf = (index: number) =>
  `.Hola ${index}\r\n.\r\n..\r\n${`Una línea =C3=B1 de texto\r\n`.repeat(index * 20)}Fin ${index}.\r\n`

for (const { name, server, hides, tls, isFar, auth } of cases) {
  test.skipIf(!hasServer(server))(
    `every message gets through ${name} once and unchanged`,
    async () => {
      const sink = await startSink()
      ends.push(sink.stop)
      const relay = await startRealRelay(server, {
        sink: sink.port,
        ...(hides && { hides }),
        ...(tls && { tls }),
      })
      ends.push(relay.stop)
      const user = auth ? `${login.user}:${login.pass}@` : ''
      const { url } = isFar ? await farFrom(relay.port) : relay
      // OpenSMTPD always uses one spool, which may have a message of an earlier run.
      const domain = `${newUuid()}.rebotes.example`
      const pool = createPool({
        url: `${url.replace('//', `//${user}`)}${auth ? `?auth=${auth}` : ''}`,
        connections: 3,
        tls: { rejectUnauthorized: false },
      })
      const outcomes = await Promise.all(
        Array.from({ length: count }, (_, index) =>
          pool.send({
            from: `b-${index}@${domain}`,
            to: `${index % 10 === 9 ? unknownUser : `u${index}`}@correo.example`,
            raw: Buffer.from(`Subject: ${index}\r\n\r\n${bodyOf(index)}`),
          }),
        ),
      )
      await pool.close()
      const states = outcomes.map(({ state }) => state)
      expect(states).toEqual(states.map((_, index) => (index % 10 === 9 ? 'failed' : 'sent')))
      const relayed = () => sink.messages().filter(({ from }) => from.endsWith(domain))
      const arrived = () => (server === 'exim' ? relay.kept() : bodiesBySubject(relayed()))
      await waitFor(() => arrived().size >= count * 0.9, 30_000)
      const bodies = arrived()
      expect(bodies.size).toBe(count * 0.9)
      if (server !== 'exim') expect(relayed()).toHaveLength(count * 0.9)
      for (const [index, body] of bodies) expect(body).toBe(bodyOf(index))
    },
  )
}

async function farFrom(port: number): Promise<{ url: string }> {
  const proxy = await startDelayingProxy(port, 10)
  ends.push(proxy.stop)
  return proxy
}

function bodiesBySubject(messages: readonly SinkMessage[]): Map<number, string> {
  return new Map(
    messages.map(({ raw }) => {
      const text = raw.toString()
      const [, subject] = /^Subject: (\d+)/m.exec(text) ?? []
      return [Number(subject), text.slice(text.indexOf('\r\n\r\n') + 4)]
    }),
  )
}
