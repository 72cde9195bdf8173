import { afterEach, expect, test } from 'vitest'
import { releaseAccount } from '../../src/service/sandbox/release.ts'
import { newAccount, sendOne, startForSignUp } from '../support/access/sign-up.ts'
import { campaignOf } from '../support/campaign-fixtures.ts'
import { waitFor } from '../support/wait.ts'

const dayMs = 86_400_000

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

test('an account that an operator has released mails real people, from senders verified anew', async () => {
  const started = await startForSignUp(ends)
  const { sink, clock, source } = started
  const account = await newAccount(started, 'eva')
  await sendOne(account, 'before@example.net')
  const sent = async (to: string) => (await account.api('GET', `/inbox?to=${to}`)).body
  await waitFor(async () => (await sent('before@example.net')).length === 1)
  const { body: lists } = await account.api('GET', '/lists')
  const scheduled = await account.api('POST', '/campaigns', {
    ...campaignOf(lists[0].id, { from_mail: 'ventas@shop.example', draft: true }),
  })
  const later = { scheduled_at: new Date(clock.now() + dayMs).toISOString(), timezone: 'UTC' }
  const path = `/campaigns/${scheduled.body.id}`
  expect((await account.api('PUT', `${path}/schedule`, later)).status).toBe(200)

  const released = await releaseAccount({ database: source, username: 'Eva', now: clock.now() })
  expect(released).toMatchObject({
    username: 'eva',
    campaigns_cancelled: 1,
    automations_paused: 0,
    senders_to_verify: 1,
  })
  const again = releaseAccount({ database: source, username: 'eva', now: clock.now() })
  await expect(again).rejects.toMatchObject({ code: 'wrong_state' })
  expect((await account.api('GET', path)).body.status).toBe('cancelled')
  const { body: me } = await account.api('GET', '/users/me')
  expect(me.sandbox).toBe(false)
  const { body: log } = await account.api('GET', `/users/${me.id}/audit?limit=1`)
  expect(log).toMatchObject([
    {
      ...{ actor_id: null, client: 'operator', act: 'users release' },
      changes: [{ field: 'sandbox', before: 'true', after: 'false' }],
    },
  ])
  const senders = (await account.api('GET', '/senders')).body
  expect(senders).toMatchObject([{ verified: false }])
  clock.advance(120_000)
  const [{ from_mail }] = senders
  await account.api('POST', '/senders/verify', { from_mail, resend: true })
  await waitFor(() => sink.messages().some(({ to }) => to[0] === from_mail))
  expect(await sent('before@example.net')).toHaveLength(1)
})
