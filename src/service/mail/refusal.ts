import { consequencesOf, type RefusalKind } from './refusal-rules/refusal-kinds.ts'
import { kindInWeakWords, kindInWords } from './refusal-rules/rules.ts'
import { wordsOf } from './refusal-rules/words.ts'

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
  // RFC 7293: the mailbox or domain belongs to somebody else now.
  '7.17': 'user_moved',
  '7.18': 'user_moved',
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
  '4.4': 'domain_not_found',
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
  '556': 'domain_not_found',
}

/** `4.2.2`: class, then subject and detail. The subjects are those of RFC 3463. */
const statusPattern = /(?<![\d.])([245])\.([0-7]\.\d{1,3})(?![\d.]*\d)/
const replyPattern = /(?<![\d.])([45]\d\d)(?=[\s-]|$)/

interface Status {
  level: string
  detail: string
}

/**
 * Classifies a refusal by the text of the reply and by the status of the report. Words come first:
 * servers use them more exactly than codes. Then comes the enhanced code of the reply itself, and
 * after it that of the report, which a mail server may have made up from a bare reply code.
 */
export function classifyRefusal(text: string, status = ''): Refusal {
  const own = statusIn(text)
  const reported = statusIn(status)
  const [, reply = ''] = replyPattern.exec(text) ?? []
  const codes = [own, reported].flatMap((each) => (each ? [`${each.level}.${each.detail}`] : []))
  const words = wordsOf(text, codes)
  const kind =
    kindOfWords(words, own) ??
    preciseKind(own) ??
    kindInWeakWords(words) ??
    preciseKind(isPlausible(reported, own, reply) ? reported : undefined) ??
    vagueKind(own) ??
    vagueKind(reported) ??
    kindsByReply[reply] ??
    'unknown'
  const { permanentType, countsAgainstContact } = consequencesOf(kind)
  const level = own?.level ?? (reply[0] || levelOf(reported, kind))
  return { kind, type: level === '4' ? 'soft' : permanentType, countsAgainstContact }
}

/** Reports of a domain that does not exist have the vague status 4.0.0, as the DNS gave no code. */
const levelOf = (reported: Status | undefined, kind: RefusalKind): string | undefined =>
  reported?.detail === '0.0' && kind === 'domain_not_found' ? undefined : reported?.level

function statusIn(text: string): Status | undefined {
  const [, level, detail] = statusPattern.exec(text) ?? []
  return level === undefined || detail === undefined ? undefined : { level, detail }
}

/**
 * Subject 7 is about policy, except 5.7.0 and 5.7.1, which are used for everything, 5.7.13 for
 * disabled accounts, and 5.7.17 and 5.7.27 for mailboxes and domains. 5.1.7 and 5.1.8 are about the
 * address of the sender.
 */
const codesOfSender = /^(7\.(?!(0|1|13|17|27)$)|1\.[78]$)/

/**
 * The kind by words and by the code of the reply, where both say something. Words that name the
 * recipient give way to the code of a policy or of the sender's address: a server that refuses the
 * sender says anything.
 */
function kindOfWords(words: string, own: Status | undefined): RefusalKind | undefined {
  const kind = kindInWords(words)
  if (kind === undefined) return undefined
  const byCode = preciseKind(own)
  const isAboutRecipient = consequencesOf(kind).countsAgainstContact
  if (isAboutRecipient) return codesOfSender.test(own?.detail ?? '') ? byCode : kind
  return byCode !== undefined && !consequencesOf(byCode).countsAgainstContact ? byCode : kind
}

/**
 * Whether the status of a report is more than a translation of the reply code: 5.1.3 is how mail
 * servers translate a 553, which is used for any reason. The code of the reply itself, if it has
 * one that says something else, is the original.
 */
function isPlausible(
  reported: Status | undefined,
  own: Status | undefined,
  reply: string,
): boolean {
  return !(reported?.detail === '1.3' && own === undefined && reply !== '' && reply !== '501')
}

/** Subject 6 is about content, subject 7 about policy. */
function preciseKind(status: Status | undefined): RefusalKind | undefined {
  if (status === undefined) return undefined
  if (status.detail.startsWith('6.')) return 'content'
  const kind = kindsByStatus[status.detail]
  return kind ?? (status.detail.startsWith('7.') ? 'policy' : undefined)
}

const vagueKind = (status: Status | undefined): RefusalKind | undefined =>
  status && kindsByVagueStatus[status.detail]
