import { campaigns } from '../../../contract/modules/campaigns.ts'
import { Failure } from '../../../core/failure.ts'
import { campaignStatus } from '../../campaigns/columns.ts'
import { presentStatus } from '../../campaigns/present-status.ts'
import { planExisting, sendOperation } from '../../campaigns/send-operation.ts'
import { readSendTime, timeOptions } from '../../campaigns/send-time.ts'
import { noteHowToStop } from '../../campaigns/stop-hint.ts'
import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'
import { runOperation } from '../../sending/run-operation.ts'

const { at, tz } = timeOptions

export const command = defineCommand({
  endpoint: campaigns.schedule,
  positionals: ['id'],
  fields: {
    expect_recipients: { from: 'range' },
    // Set by the options `at` and `tz`.
    scheduled_at: { omit: true },
    timezone: { omit: true },
  },
  options: { at: { ...at, required: true }, tz, allow: { kind: 'repeat', placeholder: 'CODE' } },
  examples: [
    'campaigns schedule 7 --at 2027-03-28T09:00 --tz Europe/Madrid --confirm March',
    'campaigns schedule 7 --at "tomorrow 9am" --yes',
  ],
  failures: ['recipients_drifted', 'send_blocked', 'time_past', 'locked'],
  async operation(context, { input, options }) {
    const { id, expect_recipients: expected, by_recipient_timezone } = input
    // Without a time it would be sent immediately.
    if (options.at === undefined) throw new Failure('missing_input', { values: { flags: '--at' } })
    const time = readSendTime(context, options)
    const operation = await sendOperation(context, { id, time, expected })
    return { ...operation, request: { ...operation.request, by_recipient_timezone } }
  },
  async plan(context, { input: { id, expect_recipients: expected }, options }, { request }) {
    const zone = options.tz ?? context.timezone
    const time = { zone, instant: Date.parse(String(request.scheduled_at)) }
    return planExisting(context, { id, time, expected, allowed: options.allow })
  },
  async run(context, { input: { id } }, operation) {
    const answer = await runOperation(context, operation)
    if (!answer.repeated) await noteHowToStop(context, id, 'scheduled')
    return { one: { id, ...answer, ...(await presentStatus(context, id, answer)) } }
  },
  view: { fields: [text('id'), campaignStatus] },
})
