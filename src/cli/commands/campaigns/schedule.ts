import { campaigns } from '../../../contract/modules/campaigns.ts'
import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command.ts'
import { carryOut } from '../../sending/carry-out.ts'
import { text } from '../../view.ts'
import { planSend, sendErrand } from './send-errand.ts'
import { readSendTime, timeOptions } from './send-time.ts'
import { sayHowToStop } from './stopping.ts'

const { at, tz } = timeOptions

export const command = defineCommand({
  endpoint: campaigns.schedule,
  positionals: ['id'],
  fields: {
    expect_recipients: { from: 'range' },
    // Both are read together, by the options `at` and `tz`.
    scheduled_at: { omit: true },
    timezone: { omit: true },
  },
  options: { at: { ...at, required: true }, tz, allow: { kind: 'repeat', placeholder: 'CODE' } },
  examples: [
    'campaigns schedule 7 --at 2027-03-28T09:00 --tz Europe/Madrid --confirm March',
    'campaigns schedule 7 --at "tomorrow 9am" --yes',
  ],
  failures: ['recipients_drifted', 'send_blocked', 'time_past', 'locked'],
  async errand(context, { input, options }) {
    const { id, expect_recipients: expected, by_recipient_timezone } = input
    // Without a time it would be a send at once.
    if (options.at === undefined) throw new Failure('missing_input', { values: { flags: '--at' } })
    const time = readSendTime(context, options)
    const errand = await sendErrand(context, { id, time, expected })
    return { ...errand, request: { ...errand.request, by_recipient_timezone } }
  },
  async plan(context, { input: { id, expect_recipients: expected }, options }, { request }) {
    const zone = options.tz ?? context.timezone
    const time = { zone, instant: Date.parse(String(request.scheduled_at)) }
    return planSend(context, { id, time, expected, allowed: options.allow })
  },
  async run(context, { input: { id } }, errand) {
    const answer = await carryOut(context, errand)
    if (!answer.repeated) await sayHowToStop(context, id, 'scheduled')
    return { one: { id, ...answer } }
  },
  view: { fields: [text('id'), text('status')] },
})
