import { automations } from '../../../contract/modules/automations.ts'
import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { bool, text } from '../../view.ts'

export const command = defineCommand({
  endpoint: automations.activate,
  positionals: ['id'],
  examples: ['automations activate 2', 'automations activate 2 --confirm Welcome'],
  async plan(context, { input: { id } }) {
    const name = (await findName(context, id)) ?? String(id)
    return { sentence: context.words.operating.aboutToActivate(name), name, id }
  },
  view: { fields: [bool('ok'), text('status')] },
})

/** Undefined where the server does not tell. */
async function findName(context: Context, id: number): Promise<string | undefined> {
  const client = await context.client()
  try {
    const { data } = await client.call(automations.get, { id })
    return data.name
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_offered') return undefined
    throw error
  }
}
