import { expect, test } from 'vitest'
import { Failure } from '../../../../src/core/failure.ts'
import { createMessageMaker } from '../../../../src/service/delivery/message-maker.ts'
import type { QueuedMessage } from '../../../../src/service/delivery/queued-message.ts'
import { CampaignHeld } from '../../../../src/service/delivery/template-health.ts'
import type { Log } from '../../../../src/service/log.ts'
import type { ScratchBuffer } from '../../../../src/service/mail/scratch-buffer.ts'
import type { Submission } from '../../../../src/service/smtp/submission.ts'

function startMaker() {
  const errors: unknown[] = []
  const log: Log = { debug() {}, info() {}, warn() {}, error: (_, cause) => errors.push(cause) }
  return { errors, make: createMessageMaker(log) }
}

const messageThat = (compose: QueuedMessage['compose']): QueuedMessage => ({
  ...{ table: 'recipients', id: 1, claim: 'p.c', account: 1, domain: 'correo.example' },
  ...{ attempts: 0, compose },
})

/** A message that tells which buffer it got. */
function watchedMessage(finish = async (submission: Submission) => submission) {
  const used: ScratchBuffer[] = []
  const message = messageThat((buffer) => {
    used.push(buffer)
    buffer.clear()
    buffer.appendText('Hola')
    const submission = { from: '', to: 'ana@correo.example', raw: buffer.from(0) }
    return finish(submission)
  })
  return { message, used }
}

test('the buffer of a message is used again when it has left, and not before', async () => {
  const { make } = startMaker()
  const { message, used } = watchedMessage()
  const first = await make(message)
  make(message)
  if ('state' in first) throw new Error(first.response)
  first.onLeft?.()
  make(message)
  expect(used[1]).not.toBe(used[0])
  expect(used[2]).toBe(used[0])
})

test('a message that cannot be made has an outcome, and only an unexpected error is logged', async () => {
  const { make, errors } = startMaker()
  const broken = new TypeError('broken')
  const reasons = [new Failure('broken_off'), new CampaignHeld(), broken]
  const outcomes = await Promise.all(
    reasons.flatMap((reason) => [
      make(messageThat(() => Promise.reject(reason))),
      make(
        messageThat(() => {
          throw reason
        }),
      ),
    ]),
  )
  expect(outcomes).toEqual(
    [
      { state: 'failed', response: 'broken_off', isUnmade: true },
      { state: 'unreachable', response: '', isUnmade: true },
      { state: 'failed', response: 'internal', isUnmade: true },
    ].flatMap((outcome) => [outcome, outcome]),
  )
  expect(errors).toEqual([broken, broken])
})
