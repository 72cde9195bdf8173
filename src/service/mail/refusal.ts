import { type RefusalKind, refusalKinds } from './refusal-kinds.ts'
import { refusalKindInText } from './refusal-phrases.ts'

export interface Refusal {
  kind: RefusalKind
  /** `hard`: the address will never work. */
  type: 'hard' | 'soft'
  countsAgainstContact: boolean
}

/**
 * Kinds by subject and detail of RFC 3463. Codes without a meaning of their own, such as `x.1.0`,
 * are absent.
 */
const kindsByStatus: Partial<Record<string, RefusalKind>> = {
  '1.1': 'user_not_found',
  '1.2': 'domain_not_found',
  '1.3': 'bad_address',
  '1.4': 'bad_address',
  '1.6': 'user_moved',
  '1.7': 'sender',
  '1.8': 'sender',
  '1.9': 'routing',
  '2.2': 'mailbox_full',
  '2.3': 'too_large',
  '2.4': 'policy',
  '3.1': 'busy',
  '3.2': 'busy',
  '3.3': 'content',
  '3.4': 'too_large',
  '3.5': 'routing',
  '4.2': 'not_reached',
  '4.3': 'dns',
  '4.5': 'busy',
  '4.6': 'routing',
  '4.7': 'not_reached',
  '4.8': 'routing',
  '5.1': 'routing',
  '5.2': 'routing',
  '5.3': 'busy',
  '5.4': 'routing',
  '5.5': 'routing',
}

/**
 * Codes that servers also use for other reasons (a missing mailbox, a limit), so phrases take
 * precedence.
 */
const kindsByVagueStatus: Partial<Record<string, RefusalKind>> = {
  '1.0': 'unknown',
  '1.10': 'domain_not_found',
  '2.1': 'mailbox_disabled',
  '4.0': 'not_reached',
  '4.1': 'not_reached',
  '4.4': 'dns',
  '4.9': 'not_reached',
}

/** Reply codes of RFC 5321 and 7504 with one meaning. The others (550, 554) can mean anything. */
const kindsByReply: Partial<Record<string, RefusalKind>> = {
  '421': 'busy',
  '450': 'busy',
  '451': 'busy',
  '452': 'mailbox_full',
  '521': 'domain_not_found',
  '551': 'user_moved',
  '552': 'mailbox_full',
  '553': 'bad_address',
  '556': 'domain_not_found',
}

/** `4.2.2`: class, then subject and detail. */
const statusPattern = /(?<![\d.])([245])\.(\d{1,3}\.\d{1,3})(?![\d.]*\d)/
const replyPattern = /(?<![\d.])([45]\d\d)(?=[\s-]|$)/

/**
 * Classifies a refusal by its precise enhanced code, first that of the report (`status`), then that
 * of the reply (`text`); then by phrases, which servers use more exactly than codes; then by reply
 * code.
 */
export function classifyRefusal(text: string, status = ''): Refusal {
  const statuses = [status, text].flatMap((each) => {
    const [, level = '', detail = ''] = statusPattern.exec(each) ?? []
    return detail === '' ? [] : [{ level, detail }]
  })
  const [, reply = ''] = replyPattern.exec(text) ?? []
  const kind =
    firstOf(statuses, ({ detail }) => preciseKind(detail)) ??
    refusalKindInText(text) ??
    firstOf(statuses, ({ detail }) => kindsByVagueStatus[detail]) ??
    kindsByReply[reply] ??
    'unknown'
  const isTemporary = (statuses[0]?.level ?? reply[0]) === '4'
  const { permanentType, countsAgainstContact } = refusalKinds[kind]
  return { kind, type: isTemporary ? 'soft' : permanentType, countsAgainstContact }
}

/** Subject 6 is about content, subject 7 about policy. */
function preciseKind(detail: string): RefusalKind | undefined {
  if (detail.startsWith('6.')) return 'content'
  if (detail.startsWith('7.')) return 'policy'
  return kindsByStatus[detail]
}

function firstOf<T>(
  items: readonly T[],
  find: (item: T) => RefusalKind | undefined,
): RefusalKind | undefined {
  for (const item of items) {
    const found = find(item)
    if (found) return found
  }
  return undefined
}
