import { campaigns } from '../../../contract/modules/campaigns.ts'
import { defineCommand } from '../../command.ts'
import { carryOut } from '../../sending/carry-out.ts'
import { planSend, sendErrand } from './send-errand.ts'
import { durationOf, readSendTime, timeOptions } from './send-time.ts'
import { sentView } from './sent-view.ts'
import { sayHowToStop } from './stopping.ts'
import { refuseBlindWait, showEnd } from './wait.ts'

export const command = defineCommand({
  endpoint: campaigns.send,
  positionals: ['id'],
  fields: { expect_recipients: { from: 'range' } },
  options: {
    ...timeOptions,
    wait: { kind: 'switch' },
    'wait-timeout': { kind: 'text', placeholder: 'TIME' },
    allow: { kind: 'repeat', placeholder: 'CODE' },
  },
  examples: [
    'campaigns send 7 --confirm March --wait --wait-timeout 2h',
    'campaigns send 7 --at "tomorrow 9am" --tz Europe/Madrid --expect-recipients 9000..11000',
  ],
  failures: [
    'not_found',
    'recipients_drifted',
    'send_blocked',
    'still_running',
    'time_past',
    'done_in_part',
    'locked',
  ],
  async errand(context, { input: { id, expect_recipients: expected }, options }) {
    // What is mistyped is said before anything is sent.
    if (options['wait-timeout']) durationOf(options['wait-timeout'], '--wait-timeout')
    return sendErrand(context, { id, time: readSendTime(context, options), expected })
  },
  async plan(context, { input: { id, expect_recipients: expected }, options }, errand) {
    if (options.wait) await refuseBlindWait(context, id)
    const time = plannedTime(errand.request, options.tz ?? context.timezone)
    return planSend(context, { id, time, expected, allowed: options.allow })
  },
  async run(context, { input: { id }, options }, errand) {
    const answer = await carryOut(context, errand)
    const { status } = answer
    if (!answer.repeated) await sayHowToStop(context, id, status)
    if (!options.wait) return { one: { id, ...answer } }
    await showEnd(context, id, { timeout: options['wait-timeout'], answer })
    return undefined
  },
  view: sentView,
})

/** As the request has it: “in 2h” must not be read twice. */
function plannedTime({ scheduled_at: at }: Readonly<Record<string, unknown>>, zone: string) {
  return typeof at === 'string' ? { zone, instant: Date.parse(at) } : { zone }
}
