import { countAudience } from '../../operations/audience.ts'
import { findCampaign } from '../../operations/find-campaign.ts'
import {
  type CheckItem,
  checkFromHere,
  checkOnServer,
  type ServerCheck,
} from '../../operations/send-check.ts'
import type { Context } from '../context/context.ts'
import { withMessage } from './send-check.ts'

/** A check whose findings have sentences. Counts are missing where the server has no check. */
interface Check extends Pick<ServerCheck, 'recipients' | 'leftOut'> {
  items: readonly (CheckItem & { message: string })[]
}

/** Checks a campaign on the server, or from here where the server has no check. */
export async function checkCampaign(context: Context, id: number): Promise<Check> {
  const client = await context.client()
  const reported = await checkOnServer(client, id)
  if (reported) {
    return { ...reported, items: reported.items.map((item) => withMessage(context, item)) }
  }
  const campaign = await findCampaign(client, id)
  const found = await checkFromHere(client, campaign, await countAudience(client, campaign))
  const items = found.map((item) => withMessage(context, item))
  return { items, recipients: undefined, leftOut: undefined }
}

/** Returns what is wrong, the worst first, and the notes. */
export function worstFirst<Item extends CheckItem>(items: readonly Item[]): Item[] {
  const shown = items.filter(({ level, values }) => level !== 'ok' || values !== undefined)
  return ['error', 'warn', 'ok'].flatMap((level) => shown.filter((item) => item.level === level))
}
