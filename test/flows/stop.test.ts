import { Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { startWorkers } from '../../src/service/workers.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { recipientStates } from '../support/database/queue.ts'
import { startScriptedRelay } from '../support/mail/scripted-relay.ts'
import { remite } from '../support/remite.ts'
import { startService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

test('workers that stop give up on a relay that is silent after DATA when their time is over', async () => {
  let held = 0
  const relay = await startScriptedRelay({
    reply: () => {
      held++
      return new Promise(() => {})
    },
  })
  onTestFinished(relay.stop)
  const lines: Record<string, unknown>[] = []
  const log = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const server = await startService({ log, settings: { smtpUrl: relay.url } })
  onTestFinished(server.close)
  await addSender(server)
  const people = Array.from({ length: 100 }, (_, index) => `p${index}@correo.example`)
  const list = await addList(server, people)
  await server.api('POST', '/campaigns', campaignOf(list))
  const workers = startWorkers(server.service)
  await waitFor(() => held === 4)
  const giveUp = new AbortController()
  const stopped = workers.stop(giveUp.signal)
  const countOf = async () => {
    const counts: Record<string, number> = {}
    for (const { state } of await recipientStates(server.service.db)) {
      counts[state] = (counts[state] ?? 0) + 1
    }
    return counts
  }
  // What has not been submitted is given back while the relay is waited for.
  await waitFor(async () => !('claimed' in (await countOf())))
  expect((await countOf()).submitting).toBeGreaterThanOrEqual(4)
  giveUp.abort()
  await stopped
  expect(await countOf()).toEqual({ uncertain: 4, pending: 96 })
  expect(held).toBe(4)
  expect(lines).toContainEqual(
    expect.objectContaining({ event: 'the relay did not answer before the stop', uncertain: 4 }),
  )
})

test.each([
  ['2h', '1h'],
  ['soon', 'duration'],
])('a stop of %s is refused in a sentence', async (time, said) => {
  const result = await remite()('serve', '--smtp', 'smtp://127.0.0.1:9', '--stop-timeout', time)
  expect(result.code).toBe(2)
  expect(result.stderr).toContain('--stop-timeout')
  expect(result.stderr).toContain(said)
})
