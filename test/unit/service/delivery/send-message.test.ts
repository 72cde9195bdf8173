import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import type { QueuedMessage } from '../../../../src/service/delivery/queued-message.ts'
import { createSender } from '../../../../src/service/delivery/send-message.ts'
import { createLog } from '../../../../src/service/log.ts'
import type { Outcome } from '../../../../src/service/smtp/outcome.ts'
import { createPool } from '../../../../src/service/smtp/pool.ts'
import { testClock } from '../../../support/clock.ts'
import { startSink } from '../../../support/mail/smtp-sink.ts'

const quiet = new Writable({ write: (_chunk, _encoding, done) => done() })
const kept: Outcome = { state: 'sent', response: 'kept' }

const messageWith = (given: Partial<QueuedMessage> = {}): QueuedMessage => ({
  ...{ table: 'recipients', id: 1, claim: 'p.c', account: 1, domain: 'x.example', attempts: 0 },
  compose: () => ({ from: 'a@x.example', to: 'b@x.example', raw: Buffer.from('Hi\r\n') }),
  ...given,
})

const broken = () => {
  throw new Error('broken')
}

test.each([
  ['a message', {}, 'sent', true],
  ['a message that threads sign', { isSigned: true }, 'sent', true],
  ['a message that cannot be made', { compose: broken }, 'failed', false],
  ['one of them that threads sign', { compose: broken, isSigned: true }, 'failed', false],
  ['a kept message', { isKept: true }, 'sent', false],
  ['a kept message that cannot be made', { isKept: true, compose: broken }, 'failed', false],
  ['a message that cannot be kept', { isKept: true, account: 2 }, 'failed', false],
] as const)('%s has one outcome', async (_, given, state, tellsOfRelay) => {
  const sink = await startSink()
  const pool = createPool({ url: sink.url, connections: 1 })
  const keep = async (account: number) => (account === 1 ? kept : broken())
  const send = createSender({ log: createLog(quiet, testClock()), pool, keep })
  const outcomes: [Outcome, boolean][] = []
  await new Promise<void>((resolve) => {
    send(messageWith(given), (...outcome) => {
      outcomes.push(outcome)
      resolve()
    })
  })
  await pool.close()
  await sink.stop()
  expect(outcomes).toEqual([[expect.objectContaining({ state }), tellsOfRelay]])
})

test('a message for a closed pool is unreachable', async () => {
  const pool = createPool({ url: 'smtp://127.0.0.1:9', connections: 1 })
  await pool.close()
  const send = createSender({ log: createLog(quiet, testClock()), pool, keep: async () => kept })
  const outcomes: string[] = []
  send(messageWith(), ({ state }) => outcomes.push(state))
  expect(outcomes).toEqual(['unreachable'])
})
