import { contentRules, sizeRules } from './message-rules.ts'
import { addressRules, mailboxRules, plainRules, weakRules } from './recipient-rules.ts'
import type { RefusalKind } from './refusal-kinds.ts'
import type { Rule } from './rule.ts'
import { senderRules } from './sender-rules.ts'
import { laterRules, rateRules, routeRules, serverRules } from './server-rules.ts'

/**
 * All rules, in order. What is about the sender, the message or a server comes before what is about
 * the recipient: a server that refuses everything from us often adds "user unknown".
 */
const rules: readonly Rule[] = [
  ...plainRules,
  ...senderRules,
  ...contentRules,
  ...rateRules,
  ...mailboxRules,
  ...sizeRules,
  ...serverRules,
  ...laterRules,
  ...addressRules,
  ...routeRules,
]

/** Returns undefined if no rule matches. */
export const kindInWords = (words: string): RefusalKind | undefined => firstMatch(rules, words)

export const kindInWeakWords = (words: string): RefusalKind | undefined =>
  firstMatch(weakRules, words)

const firstMatch = (list: readonly Rule[], words: string): RefusalKind | undefined =>
  list.find(([, pattern]) => pattern.test(words))?.[0]
