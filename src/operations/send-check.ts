import type { Client } from '../client/client.ts'
import { campaigns } from '../contract/modules/campaigns.ts'
import { senders } from '../contract/modules/senders.ts'
import { type CheckCode, type CheckPlace, checkCodes } from '../contract/shapes/campaign-check.ts'
import type { Values } from '../core/failure.ts'
import type { Audience } from './audience.ts'
import type { KnownCampaign } from './find-campaign.ts'
import { ifOffered } from './not-offered.ts'

/** One finding of the check before a send. */
export interface CheckItem {
  /** A `CheckCode`, or a code that only another server knows. */
  code: string
  /** `error` blocks the send. */
  level: string
  /** The server's own sentence; a check from here has none. */
  message?: string
  /** What the sentence of the code is filled with. */
  values?: Values
  places?: readonly CheckPlace[]
  /** What to write at the places instead. */
  suggestion?: string
  fixable?: boolean
}

export const isBlocker = ({ level }: CheckItem): boolean => level === 'error'

/** What a server found when it checked a campaign. */
export interface ServerCheck {
  items: readonly CheckItem[]
  /** The exact number of recipients; undefined when the server does not report it. */
  recipients: number | undefined
  /** How many contacts of the lists are not mailed, by reason. */
  leftOut: Readonly<Record<string, number>> | undefined
}

/** Returns the findings of the server, or undefined when it has no check. */
export async function checkOnServer(
  client: Client,
  id: number,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<ServerCheck | undefined> {
  const answer = await ifOffered(client.call(campaigns.check, { id }, { signal }))
  const data: Record<string, unknown> = answer?.data ?? {} // another server may answer anything
  const { items, recipients, left_out } = data
  if (!Array.isArray(items)) return undefined
  return {
    items: items as readonly CheckItem[],
    recipients: Number.isInteger(recipients) ? Number(recipients) : undefined,
    leftOut: readCounts(left_out),
  }
}

function readCounts(value: unknown): Record<string, number> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const counts = Object.entries(value).filter(([, each]) => Number.isInteger(each))
  return Object.fromEntries(counts) as Record<string, number> // only integers are left
}

type Draft = Omit<KnownCampaign, 'id'>

/**
 * Checks what can be seen without the server's check: the sender, the audience and the message. The
 * last finding, `not_checked`, names the codes that were not checked.
 */
export async function checkFromHere(
  client: Client,
  { from_mail: mail, asunto, html, text = '' }: Draft,
  { count }: Audience,
): Promise<CheckItem[]> {
  const isVerified = mail === undefined ? undefined : await isSenderVerified(client, mail)
  const results: { code: CheckCode; isWrong: boolean | undefined; values?: Values }[] = [
    {
      code: 'sender_not_verified',
      isWrong: isVerified === undefined ? undefined : !isVerified,
      values: { from_mail: mail ?? '' },
    },
    { code: 'audience_empty', isWrong: count === undefined ? undefined : count === 0 },
    { code: 'subject_empty', isWrong: asunto === undefined ? undefined : asunto.trim() === '' },
    {
      code: 'html_empty',
      isWrong: html === undefined ? undefined : html.trim() === '' && text.trim() === '',
    },
  ]
  const known = results.filter(({ isWrong }) => isWrong !== undefined).map(({ code }) => code)
  const unknown = checkCodes.filter((code) => !known.includes(code) && !notAboutDraft.has(code))
  return [
    ...results.flatMap(({ code, isWrong, values }) =>
      isWrong ? [{ code, level: 'error', ...(values && { values }) }] : [],
    ),
    { code: 'not_checked', level: 'warn', values: { codes: unknown.join(', ') } },
  ]
}

/** The time is validated when it is read, and `not_checked` is no check. */
const notAboutDraft = new Set<CheckCode>(['time_past', 'not_checked'])

/** The largest page of senders that a server returns. */
const maxSenders = 500

/**
 * Whether this address is a verified sender; undefined when the server does not tell. A server that
 * does not report `verified` lists only verified senders.
 */
async function isSenderVerified(client: Client, mail: string): Promise<boolean | undefined> {
  const answer = await ifOffered(client.call(senders.list, { limit: maxSenders }))
  if (!answer) return undefined
  const { items, nextCursor } = answer.data
  const addresses = items.map(({ from_mail }) => from_mail as unknown) // another server's
  if (!addresses.every((address) => typeof address === 'string')) return undefined
  const sender = items.find(({ from_mail }) => from_mail.toLowerCase() === mail.toLowerCase())
  if (!sender && nextCursor !== undefined) return undefined
  return sender !== undefined && sender.verified !== false
}
