import { automations } from '../../../contract/modules/automations.ts'
import { ifOffered } from '../../../operations/not-offered.ts'
import { rehearseActivation } from '../../../operations/rehearse-activation.ts'
import { automationStatus } from '../../automations/columns.ts'
import { defineCommand, type Plan } from '../../command/command.ts'
import { bool, number } from '../../command/view.ts'
import type { Context } from '../../context/context.ts'

export const command = defineCommand({
  endpoint: automations.activate,
  positionals: ['id'],
  // `--dry-run` shows the request. The plan rehearses the activation in any case.
  fields: { dry_run: { omit: true } },
  examples: ['automations activate 2', 'automations activate 2 --confirm Welcome'],
  async plan(context, { input: { id } }) {
    const plan = await ifOffered(planWith(context, id))
    if (plan) return plan
    const name = String(id)
    return { sentence: context.messages.operating.aboutToActivate(name), name, id }
  },
  view: { fields: [bool('ok'), automationStatus, number('enter')] },
})

async function planWith(context: Context, id: number): Promise<Plan> {
  const { automationMessages, operating } = context.messages
  const client = await context.client()
  const { name } = (await client.call(automations.get, { id })).data
  const count = await rehearseActivation(client, id)
  if (count === undefined) return { sentence: operating.aboutToActivate(name), name, id }
  const shownCount = context.output.local.number(count)
  return { sentence: automationMessages.aboutToActivate(name, shownCount), count, name, id }
}
