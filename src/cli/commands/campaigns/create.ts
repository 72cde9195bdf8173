import { campaigns } from '../../../contract/modules/campaigns.ts'
import { isOn } from '../../../contract/shapes/wire.ts'
import { Failure } from '../../../core/failure.ts'
import { starterIds } from '../../../html/message/starter-ids.ts'
import { campaignFields, campaignStatus } from '../../campaigns/columns.ts'
import { convertOptions } from '../../campaigns/convert-tags.ts'
import { createOperation, findCreated, planCreate } from '../../campaigns/create-operation.ts'
import { presentStatus } from '../../campaigns/present-status.ts'
import { sendNewTest } from '../../campaigns/send-new-test.ts'
import { readSendTime, timeOptions } from '../../campaigns/send-time.ts'
import { withStarter } from '../../campaigns/starter-content.ts'
import { noteHowToStop } from '../../campaigns/stop-hint.ts'
import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'
import { imageOptions, withImages } from '../../media/local-images.ts'
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
  options: {
    ...timeOptions,
    ...convertOptions,
    ...imageOptions,
    starter: { kind: 'text', choices: starterIds, placeholder: 'STARTER' },
    test: { kind: 'repeat', placeholder: 'ADDRESS' },
    allow: { kind: 'repeat', placeholder: 'CODE' },
  },
  form: {
    async ask(context, form) {
      const { askCampaign } = await import('../../campaigns/create-form.ts')
      await askCampaign(context, form)
    },
  },
  examples: [
    'campaigns create',
    'campaigns create --name March --subject "Hello {{ nombre }}" --html march.html --from-mail news@example.org --list 3 --draft',
    'campaigns create --name March --subject Hello --html march.html --from-mail news@example.org --list 3 --ab-test versions.json --attach prices.pdf --draft',
    'campaigns create --name March --subject "News of March" --starter newsletter --from-mail news@example.org --list 3 --draft',
    'campaigns create --name March --subject Hello --html newsletter/march.html --upload-images --from-mail news@example.org --list 3 --draft',
    'campaigns create --name March --subject "Hello *|FNAME|*" --html mailchimp.html --convert-tags --from-mail news@example.org --list 3 --draft',
    'campaigns create --name March --subject Hello --html - --from-mail news@example.org --list Customers --at "tomorrow 9am" --tz Europe/Madrid < march.html',
  ],
  failures: [
    'file_unreadable',
    'images_refused',
    'recipients_drifted',
    'send_blocked',
    'time_past',
    'locked',
  ],
  async operation(context, { input, options, files }) {
    if (options.test && options.at !== undefined) {
      const problem = { code: 'not_together', values: { other: '--at' } } as const
      throw new Failure('usage', { problems: [{ field: '--test', ...problem }] })
    }
    const time = readSendTime(context, options)
    const started = await withStarter(context, input, options.starter)
    const images = { files, uploads: options['upload-images'] }
    const written = await withImages(context, started, images)
    // A test is of a draft.
    const campaign: typeof input = options.test ? { ...written, draft: true } : written
    return createOperation(context, campaign, time, { convertsTags: options['convert-tags'] })
  },
  async plan(context, { input, options }, { request }) {
    if (isOn(input.draft) || options.test) return undefined
    const html = typeof request.html === 'string' ? request.html : ''
    const at = request.scheduled_at
    const zone = options.tz ?? context.timezone
    const time = typeof at === 'string' ? { zone, instant: Date.parse(at) } : { zone }
    return planCreate(context, { ...input, html }, { time, allowed: options.allow })
  },
  async run(context, { input, options: { test } }, operation) {
    const answer = await runOperation(context, operation)
    const id = answer.id ?? (await findCreated(context, input.camp_name))
    if (!answer.repeated) {
      await noteHowToStop(context, id, isOn(input.draft) ? 'draft' : answer.status)
    }
    if (test) await sendNewTest(context, { id, name: input.camp_name }, test)
    const now = await presentStatus(context, id, answer)
    return { one: { ...answer, ...(id !== undefined && { id }), ...now } }
  },
  view: { fields: [text('id'), campaignStatus] },
})
