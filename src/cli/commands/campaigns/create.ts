import { campaigns } from '../../../contract/modules/campaigns.ts'
import { isOn } from '../../../contract/shapes/wire.ts'
import { callOnce } from '../../call.ts'
import { defineCommand } from '../../command.ts'
import { number, text } from '../../view.ts'
import { campaignFields } from './columns.ts'
import { countAudience } from './plan.ts'

export const command = defineCommand({
  endpoint: campaigns.create,
  fields: {
    ...campaignFields,
    scheduled_at: { name: 'at', from: 'time' },
    timezone: { name: 'tz' },
  },
  examples: [
    'campaigns create --name March --subject "Hello {{ nombre }}" --html march.html --from-mail news@example.org --list 3 --draft',
    'campaigns create --name March --subject Hello --html - --from-mail news@example.org --list Customers --at "tomorrow 9am" --tz Europe/Madrid < march.html',
  ],
  async plan(context, { input }) {
    if (isOn(input.draft)) return undefined
    const { words, output, settings } = context
    const count = await countAudience(context, input.list_id)
    return {
      sentence: words.operating.aboutToSend({
        name: input.camp_name,
        subject: input.asunto,
        from: input.from_mail,
        count: count === undefined ? undefined : output.local.number(count),
        profile: settings.profile.value,
        where: context.apiUrl(),
      }),
      name: input.camp_name,
      ...(count !== undefined && { count }),
    }
  },
  async run(context, { input }) {
    const { scheduled_at, timezone = context.timezone, ...rest } = input
    const request = scheduled_at === undefined ? rest : { ...rest, scheduled_at, timezone }
    return { one: await callOnce(context, campaigns.create, request) }
  },
  view: { fields: [number('id'), text('status')] },
})
