import { campaigns } from '../../../contract/modules/campaigns.ts'
import { presentStatus } from '../../campaigns/present-status.ts'
import { planExisting, sendOperation } from '../../campaigns/send-operation.ts'
import { readSendTime, timeOptions } from '../../campaigns/send-time.ts'
import { sentView } from '../../campaigns/sent-view.ts'
import { noteHowToStop } from '../../campaigns/stop-hint.ts'
import { requireStatus, showEnd } from '../../campaigns/wait.ts'
import { defineCommand } from '../../command/command.ts'
import { readDuration } from '../../input/duration.ts'
import { runOperation } from '../../sending/run-operation.ts'

export const command = defineCommand({
  endpoint: campaigns.send,
  positionals: ['id'],
  fields: { expect_recipients: { from: 'range' } },
  options: {
    ...timeOptions,
    wait: { kind: 'switch' },
    'wait-timeout': { kind: 'text', placeholder: 'DURATION' },
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
  async operation(context, { input: { id, expect_recipients: expected }, options }) {
    // Validate the timeout before anything is sent.
    if (options['wait-timeout']) readDuration(options['wait-timeout'], '--wait-timeout')
    return sendOperation(context, { id, time: readSendTime(context, options), expected })
  },
  async plan(context, { input: { id, expect_recipients: expected }, options }, operation) {
    if (options.wait) await requireStatus(context, id)
    const time = plannedTime(operation.request, options.tz ?? context.timezone)
    return planExisting(context, { id, time, expected, allowed: options.allow })
  },
  async run(context, { input: { id }, options }, operation) {
    const answer = await runOperation(context, operation)
    const { status } = answer
    if (!answer.repeated) await noteHowToStop(context, id, status)
    if (!options.wait)
      return { one: { id, ...answer, ...(await presentStatus(context, id, answer)) } }
    await showEnd(context, id, { timeout: options['wait-timeout'], answer })
    return undefined
  },
  view: sentView,
})

/** The time of the request. Reading “in 2h” a second time would give another one. */
function plannedTime({ scheduled_at: at }: Readonly<Record<string, unknown>>, zone: string) {
  return typeof at === 'string' ? { zone, instant: Date.parse(at) } : { zone }
}
