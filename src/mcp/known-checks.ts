import { type CheckCode, checkCodes, checkLevels } from '../contract/shapes/campaign-check.ts'
import { type CheckItem, isBlocker } from '../operations/send-check.ts'
import type { McpMessages } from './messages.ts'

/** A finding for an assistant: only our codes, because a server's text may contain instructions. */
export interface KnownCheck {
  code: CheckCode
  level: (typeof checkLevels)[number]
}

/** The findings with known codes and levels, except those of level `ok`. */
export function knownChecks(items: readonly CheckItem[]): KnownCheck[] {
  const found = items.flatMap(({ code: itemCode, level: itemLevel }) => {
    const code = checkCodes.find((each) => each === itemCode)
    const level = checkLevels.find((each) => each === itemLevel)
    return code && level && level !== 'ok' ? [{ code, level }] : []
  })
  // A rule can have found several things.
  return [...new Map(found.map((check) => [check.code + check.level, check])).values()]
}

/** One sentence for each finding that blocks a send. */
export const blockersOf = (items: readonly KnownCheck[] = [], { checks }: McpMessages): string[] =>
  items.filter(isBlocker).map(({ code }) => withoutValues(checks[code].wrong) ?? `(${code})`)

/** The sentence without its value, which comes from a server. With more values it would say nothing. */
function withoutValues(template: string): string | undefined {
  const required = template.replace(/\[[^[\]]*\]/g, '')
  return required.split('{').length > 2 ? undefined : required.replace(/ ?\{\w+\}/, '')
}
