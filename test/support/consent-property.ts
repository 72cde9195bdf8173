import fc from 'fast-check'
import { expect } from 'vitest'
import { testClock } from './clock.ts'
import { acts, createConsentWorld } from './consent-world.ts'
import { expectDerivedRows } from './database/derived-rows.ts'
import { startSink } from './mail/smtp-sink.ts'
import { startService } from './service.ts'

const small = fc.nat({ max: 11 })

const steps = (maxLength: number) =>
  fc.array(
    fc.record({
      act: fc.constantFrom(...acts),
      account: fc.constantFrom(0, 0, 0, 1),
      list: small,
      other: small,
      person: small,
    }),
    { minLength: maxLength / 2, maxLength },
  )

/** Runs random sequences of steps. No campaign may reach a person whose last word was no. */
export async function checkConsent({ numRuns, length }: { numRuns: number; length: number }) {
  const clock = testClock()
  const sink = await startSink()
  const server = await startService({ clock, workers: true, settings: { smtpUrl: sink.url } })
  const total = { campaigns: 0, mails: 0, confirmed: 0, refusedLinks: 0 }
  const property = fc.asyncProperty(steps(length), async (sequence) => {
    const world = await createConsentWorld(server, sink, clock)
    for (const step of sequence) expect([step.act, await world.step(step)]).toEqual([step.act, []])
    expect(await world.sendAll()).toEqual([])
    await expectDerivedRows(server.service.db)
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += world.seen[name]
  })
  try {
    await fc.assert(property, { numRuns, seed: 19, endOnFailure: false })
  } finally {
    await server.close()
    await sink.stop()
  }
  return total
}
