import { expect, test } from 'vitest'
import { campaigns } from '../../../../src/contract/modules/campaigns.ts'
import { type CampaignStatus, campaignStatuses } from '../../../../src/contract/shapes/campaign.ts'
import { Failure } from '../../../../src/core/failure.ts'
import {
  type Action,
  actions,
  checkAudienceSize,
  maxLatenessMs,
  refuseEdit,
  startOfSchedule,
  statusesLeftBy,
  transition,
} from '../../../../src/service/campaigns/campaign.ts'

const attempt = (status: CampaignStatus, action: Action): string => {
  try {
    return transition(status, action)
  } catch (error) {
    return error instanceof Failure ? error.code : 'thrown'
  }
}

test.each([
  ['edit', campaigns.update],
  ['delete', campaigns.delete],
  ['schedule', campaigns.schedule],
  ['unschedule', campaigns.unschedule],
  ['send', campaigns.send],
  ['pause', campaigns.pause],
  ['resume', campaigns.resume],
  ['cancel', campaigns.cancel],
  ['resend', campaigns.resend],
  ['archive', campaigns.archive],
] as const)(
  'the states that the contract names for %s allow it, and no other changes',
  (action, endpoint) => {
    const { actsOn = [] } = endpoint
    for (const status of campaignStatuses) {
      const next = attempt(status, action)
      if (actsOn.includes(status)) expect(next).not.toBe('wrong_state')
      else expect([status, 'wrong_state']).toContain(next)
    }
  },
)

test('every action leads to the expected status or is refused', () => {
  const matrix = actions.map((action) =>
    [action, ...campaignStatuses.map((status) => attempt(status, action))]
      .map((cell) => (cell === 'wrong_state' ? '-' : cell).padEnd(11))
      .join('')
      .trimEnd(),
  )
  const heading = ['', ...campaignStatuses]
    .map((cell) => cell.padEnd(11))
    .join('')
    .trimEnd()
  expect(`\n${[heading, ...matrix].join('\n')}\n`).toMatchInlineSnapshot(`
    "
               draft      scheduled  queued     sending    ab_testing paused     sent       cancelled  failed
    edit       draft      scheduled  -          -          -          paused     -          -          -
    delete     draft      scheduled  -          -          -          -          sent       cancelled  failed
    schedule   scheduled  scheduled  -          -          -          -          -          -          -
    unschedule draft      draft      -          -          -          -          -          -          -
    send       queued     queued     queued     sending    ab_testing -          -          -          -
    pause      -          -          paused     paused     paused     paused     -          -          -
    resume     -          -          queued     sending    ab_testing queued     -          -          -
    cancel     -          cancelled  cancelled  cancelled  cancelled  cancelled  -          cancelled  -
    resend     -          -          -          -          -          -          sent       cancelled  failed
    archive    -          -          -          sending    -          -          sent       cancelled  -
    start      -          queued     -          -          -          -          -          -          -
    begin      -          -          sending    -          -          -          -          -          -
    try        -          -          ab_testing -          -          -          -          -          -
    decide     -          -          -          -          sending    -          -          -          -
    hold       -          paused     paused     paused     paused     -          -          -          -
    finish     -          -          -          sent       -          -          -          -          -
    fail       -          -          failed     failed     failed     -          -          -          -
    "
  `)
})

test('statusesLeftBy returns the statuses that an action changes', () => {
  for (const action of actions) {
    const moved = campaignStatuses.filter(
      (status) => !['wrong_state', status].includes(attempt(status, action)),
    )
    expect(statusesLeftBy(action).sort()).toEqual(moved.sort())
  }
})

test('the failure names the status that does not allow the action', () => {
  expect(() => transition('sent', 'send')).toThrow(
    new Failure('wrong_state', { values: { status: 'sent', action: 'send' } }),
  )
})

const edited = (status: CampaignStatus, audienceFixed: boolean, started: boolean) => ({
  status,
  audienceFixed,
  started,
})

test('content is frozen once sending has started, the audience once it is fixed, the name never', () => {
  const fresh = edited('draft', false, false)
  const drifted = edited('paused', true, false)
  const halfway = edited('paused', true, true)
  const may = (campaign: typeof fresh, ...fields: string[]) => {
    try {
      refuseEdit(campaign, fields)
      return true
    } catch {
      return false
    }
  }
  expect(may(fresh, 'html', 'list_id', 'camp_name')).toBe(true)
  expect(may(drifted, 'html')).toBe(true)
  expect(may(drifted, 'list_id')).toBe(false)
  expect(may(drifted, 'expect_recipients')).toBe(false)
  expect(may(halfway, 'camp_name')).toBe(true)
  expect(may(halfway, 'asunto')).toBe(false)
  expect(may(edited('sending', true, true), 'camp_name')).toBe(false)
})

test('a scheduled campaign starts at its time unless it is hours late', () => {
  expect(startOfSchedule(1000, 999)).toBe('wait')
  expect(startOfSchedule(1000, 1000)).toBe('start')
  expect(startOfSchedule(1000, 1000 + maxLatenessMs)).toBe('start')
  expect(startOfSchedule(1000, 1001 + maxLatenessMs)).toBe('late')
})

test('an audience of unexpected size is drift, and one without recipients is empty', () => {
  expect(checkAudienceSize(10, { min: null, max: null })).toBe('begin')
  expect(checkAudienceSize(10, { min: 10, max: 10 })).toBe('begin')
  expect(checkAudienceSize(9, { min: 10, max: 20 })).toBe('drift')
  expect(checkAudienceSize(21, { min: 10, max: 20 })).toBe('drift')
  expect(checkAudienceSize(0, { min: 1, max: 20 })).toBe('drift')
  expect(checkAudienceSize(0, { min: null, max: null })).toBe('empty')
})
