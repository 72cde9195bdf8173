import { campaigns } from '../../../contract/modules/campaigns.ts'
import { isOn } from '../../../contract/shapes/wire.ts'
import { campaignFields } from '../../campaigns/columns.ts'
import { convertOptions } from '../../campaigns/convert-tags.ts'
import { createOperation, findCreated, planCreate } from '../../campaigns/create-operation.ts'
import { readSendTime, timeOptions } from '../../campaigns/send-time.ts'
import { noteHowToStop } from '../../campaigns/stop-hint.ts'
import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'
import { runOperation } from '../../sending/run-operation.ts'

export const command = defineCommand({
  endpoint: campaigns.create,
  fields: {
    ...campaignFields,
    // The plan counts the recipients.
    dry_run: { omit: true },
    // Set by the options `at` and `tz`.
    scheduled_at: { omit: true },
    timezone: { omit: true },
  },
  options: { ...timeOptions, ...convertOptions, allow: { kind: 'repeat', placeholder: 'CODE' } },
  examples: [
    'campaigns create --name March --subject "Hello {{ nombre }}" --html march.html --from-mail news@example.org --list 3 --draft',
    'campaigns create --name March --subject Hello --html march.html --from-mail news@example.org --list 3 --ab-test versions.json --attach prices.pdf --draft',
    'campaigns create --name March --subject "Hello *|FNAME|*" --html mailchimp.html --convert-tags --from-mail news@example.org --list 3 --draft',
    'campaigns create --name March --subject Hello --html - --from-mail news@example.org --list Customers --at "tomorrow 9am" --tz Europe/Madrid < march.html',
  ],
  failures: ['file_unreadable', 'recipients_drifted', 'send_blocked', 'time_past', 'locked'],
  async operation(context, { input, options }) {
    const time = readSendTime(context, options)
    return createOperation(context, input, time, { convertsTags: options['convert-tags'] })
  },
  async plan(context, { input, options }, { request }) {
    if (isOn(input.draft)) return undefined
    const html = typeof request.html === 'string' ? request.html : ''
    const at = request.scheduled_at
    const zone = options.tz ?? context.timezone
    const time = typeof at === 'string' ? { zone, instant: Date.parse(at) } : { zone }
    return planCreate(context, { ...input, html }, { time, allowed: options.allow })
  },
  async run(context, { input }, operation) {
    const answer = await runOperation(context, operation)
    const id = answer.id ?? (await findCreated(context, input.camp_name))
    if (!answer.repeated) {
      await noteHowToStop(context, id, isOn(input.draft) ? 'draft' : answer.status)
    }
    return { one: { ...answer, ...(id !== undefined && { id }) } }
  },
  view: { fields: [text('id'), text('status')] },
})
