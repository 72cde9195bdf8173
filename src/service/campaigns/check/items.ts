import type { CheckCode, CheckPlace } from '../../../contract/shapes/campaign-check.ts'
import type { Values } from '../../../core/failure.ts'
import type { Finding } from './finding.ts'

/** A line of the check. */
export interface CheckItem {
  code: CheckCode
  level: 'error' | 'warn' | 'ok'
  values: Values
  places?: CheckPlace[]
  suggestion?: string
  isFixable?: boolean
}

/** The rules about content whose findings block a send, in the order in which they are shown. */
export const contentErrors = [
  'foreign_tag',
  'merge_tag_unknown',
  'link_empty',
  'link_relative',
  'link_local',
  'link_invalid',
  'link_broken',
  'image_not_shown',
  'image_broken',
] as const satisfies readonly CheckCode[]

/** Those that only warn. */
export const contentWarnings = [
  'image_alt_empty',
  'image_only',
  'image_too_large',
  'link_unanswered',
  'links_not_asked',
  'rendered_link_empty',
  'greeting_empty',
  'field_empty',
  'html_unbalanced',
  'text_differs',
  'subject_long',
  'subject_reply',
  'subject_shouting',
  'preheader_long',
  'postal_address_missing',
  'unsubscribe_hidden',
] as const satisfies readonly CheckCode[]

/** A message with 5,000 wrong tags is fixed by a rule, not one by one. */
const maxItems = 20
const maxPlaces = 50

/** Returns the items of these codes: one for each different finding, and `ok` where there is none. */
export function itemsOf(codes: readonly CheckCode[], findings: readonly Finding[]): CheckItem[] {
  return codes.flatMap((code) => {
    const items = new Map<string, CheckItem>()
    for (const finding of findings) {
      if (finding.code !== code) continue
      const { level, values = {}, place, suggestion, isFixable } = finding
      const key = JSON.stringify([level, values, suggestion])
      const item = items.get(key)
      if (item) {
        if (place && (item.places?.length ?? 0) < maxPlaces) item.places?.push(place)
        continue
      }
      items.set(key, {
        code,
        level,
        values: { ...values, ...(place && { place: place.part, line: place.line }) },
        ...(place && { places: [place] }),
        ...(suggestion !== undefined && { suggestion, isFixable: isFixable === true }),
      })
    }
    if (items.size === 0) return [{ code, level: 'ok' as const, values: {} }]
    return [...items.values()].slice(0, maxItems)
  })
}
