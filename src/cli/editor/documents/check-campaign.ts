import { stripControls } from '../../../core/safe-text.ts'
import type { CheckItem } from '../../../operations/send-check.ts'
import { checkCampaign, worstFirst } from '../../campaigns/check-campaign.ts'
import type { Context } from '../../context/context.ts'
import type { Place, ShownItem } from '../shown-item.ts'

/** Checks the saved draft and returns what the page shows, the worst first. */
export async function checkCampaignDraft(context: Context, id: number): Promise<ShownItem[]> {
  const { items } = await checkCampaign(context, id)
  return worstFirst(items).map((item) => ({
    code: item.code,
    level: item.level,
    message: stripControls(String(item.message)),
    ...(typeof item.suggestion === 'string' && { suggestion: stripControls(item.suggestion) }),
    ...(typeof item.fixable === 'boolean' && { isFixable: item.fixable }),
    places: placesOf(item),
  }))
}

/** Another server may report no places, or places of another shape. */
const placesOf = ({ places }: CheckItem): Place[] =>
  (Array.isArray(places) ? (places as unknown[]) : []).flatMap((given) => {
    const { part, variant, line, offset, length } = { ...(given as Partial<Place>) }
    if (typeof part !== 'string' || !isCount(line) || !isCount(offset)) return []
    const named = typeof variant === 'string' ? { variant } : {}
    return [{ part, ...named, line, offset, length: isCount(length) ? length : 0 }]
  })

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0
