import { Failure } from '../../core/failure.ts'
import { starterIds } from '../../html/message/starter-ids.ts'
import { starterMessage } from '../../html/message/starters.ts'
import { loadStarterMessages } from '../../messages/starters.ts'
import type { Context } from '../context/context.ts'
import { brandOf } from './message-brand.ts'

interface StarterRow {
  id: string
  name: string
  description: string
}

/** Returns the starter templates in the language of the command line. */
export async function listStarters({ settings }: Context): Promise<StarterRow[]> {
  const { starters } = await loadStarterMessages(settings.language.value)
  return starterIds.map((id) => {
    const { name, description } = starters.list[id]
    return { id, name, description }
  })
}

interface Starter extends StarterRow {
  html: string
  subject: string
}

/** Returns all starter templates as messages to the lists, in their brand. */
export async function createStarters(
  context: Context,
  lists: readonly (string | number)[],
): Promise<Starter[]> {
  const language = context.settings.language.value
  const { starters, blocks } = await loadStarterMessages(language)
  const brand = await brandOf(context, lists)
  return starterIds.map((id) => {
    const { name, description, subject } = starters.list[id]
    const texts = starters.texts
    const html = starterMessage({ id, language, title: subject, brand, starters: texts, blocks })
    return { id, name, description, subject, html }
  })
}

/** Returns a starter template as a message to the lists, in their brand. */
export async function createStarter(
  context: Context,
  id: string,
  lists: readonly (string | number)[],
): Promise<{ html: string; subject: string }> {
  const found = (await createStarters(context, lists)).find((each) => each.id === id)
  if (!found) throw new Failure('not_found')
  return found
}
