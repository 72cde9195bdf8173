import { expect, test } from 'vitest'
import { addSender } from '../support/campaign-fixtures.ts'
import { startSink } from '../support/mail/smtp-sink.ts'
import { randomAudiences } from '../support/random-audiences.ts'
import { startService } from '../support/service.ts'

const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const runsOfSeed = 16

test('the check counts as many recipients as the campaign is then sent to, for 200 random audiences', {
  timeout: 300_000,
}, async () => {
  let compared = 0
  for (const seed of seeds) {
    const sink = await startSink()
    const server = await startService({ workers: true, settings: { smtpUrl: sink.url } })
    try {
      await addSender(server)
      const { compare, compareResend } = await randomAudiences(server, seed)
      for (let run = 0; run < runsOfSeed; run++) {
        for (const found of [await compare(), await compareResend()]) {
          if (!found) continue
          const { campaign, recipients, sent, leftOut, contacts } = found
          expect({ seed, campaign, count: recipients }).toEqual({ seed, campaign, count: sent })
          expect(recipients + leftOut).toBe(contacts)
          compared++
        }
      }
    } finally {
      await server.close()
      await sink.stop()
    }
  }
  expect(compared).toBeGreaterThanOrEqual(200)
})
