import { automations } from '../../../contract/modules/automations.ts'
import { Failure } from '../../../core/failure.ts'
import { defineCommand, type Plan } from '../../command.ts'
import type { Context } from '../../context.ts'
import { bool, number, text } from '../../view.ts'

export const command = defineCommand({
  endpoint: automations.activate,
  positionals: ['id'],
  // What `--dry-run` shows is the request; how many enter is asked for either way.
  fields: { dry_run: { omit: true } },
  examples: ['automations activate 2', 'automations activate 2 --confirm Welcome'],
  async plan(context, { input: { id } }) {
    const plan = await tolerating(() => planWith(context, id))
    if (plan) return plan
    const name = String(id)
    return { sentence: context.words.operating.aboutToActivate(name), name, id }
  },
  view: { fields: [bool('ok'), text('status'), number('enter')] },
})

async function planWith(context: Context, id: number): Promise<Plan> {
  const { automationWords, operating } = context.words
  const client = await context.client()
  const { name } = (await client.call(automations.get, { id })).data
  const rehearsed = await tolerating(() => client.call(automations.activate, { id, dry_run: true }))
  if (!rehearsed) return { sentence: operating.aboutToActivate(name), name, id }
  const count = rehearsed.data.enter
  const said = context.output.local.number(count)
  return { sentence: automationWords.aboutToActivate(name, said), count, name, id }
}

/** Undefined where the server does not tell. */
async function tolerating<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_offered') return undefined
    throw error
  }
}
