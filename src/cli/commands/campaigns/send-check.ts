import { campaigns } from '../../../contract/modules/campaigns.ts'
import { senders } from '../../../contract/modules/senders.ts'
import { type CheckCode, checkCodes } from '../../../contract/shapes/campaign-check.ts'
import { Failure, type Values } from '../../../core/failure.ts'
import { stripControls } from '../../../core/safe-text.ts'
import { fill } from '../../../messages/fill.ts'
import type { Context } from '../../context.ts'
import type { Audience } from './audience.ts'
import type { KnownCampaign } from './find-campaign.ts'

export interface CheckItem {
  code: string
  level: string
  message: string
}

/** What the server's own check says; undefined where it has none. */
export async function askForCheck(
  context: Context,
  id: number,
): Promise<readonly CheckItem[] | undefined> {
  const client = await context.client()
  try {
    const { data } = await client.call(campaigns.check, { id })
    return data.items
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_offered') return undefined
    throw error
  }
}

type Draft = Omit<KnownCampaign, 'id'>

/** The same from here, as far as it can be seen: the sender, the audience, the message. */
export async function checkFromHere(
  context: Context,
  draft: Draft,
  { count }: Audience,
): Promise<CheckItem[]> {
  const { from_mail: mail, asunto, html, text = '' } = draft
  const sender = mail === undefined ? 'unknown' : await stateOfSender(context, mail)
  const found: { code: CheckCode; isWrong: boolean | undefined; values?: Values }[] = [
    {
      code: 'sender_not_verified',
      isWrong: sender === 'unknown' ? undefined : sender === 'unverified',
      values: { from_mail: mail ?? '' },
    },
    { code: 'audience_empty', isWrong: count === undefined ? undefined : count === 0 },
    { code: 'subject_empty', isWrong: asunto === undefined ? undefined : asunto.trim() === '' },
    {
      code: 'html_empty',
      isWrong: html === undefined ? undefined : html.trim() === '' && text.trim() === '',
    },
  ]
  const { campaignChecks: words } = context.words
  const wrong = found.flatMap(({ code, isWrong, values }) =>
    isWrong ? [{ code, level: 'error', message: fill(words[code].wrong, values) }] : [],
  )
  const seen = new Set(found.filter(({ isWrong }) => isWrong !== undefined).map(({ code }) => code))
  const unseen = checkCodes.filter((code) => !seen.has(code) && !ownMatters.has(code)).join(', ')
  return [
    ...wrong,
    { code: 'not_checked', level: 'warn', message: context.words.sending.unchecked(unseen) },
  ]
}

/** The time is looked at when it is read; that something was not checked is no check. */
const ownMatters = new Set<CheckCode>(['time_past', 'not_checked'])

/** A server that does not say whether a sender is verified lists those that are. */
async function stateOfSender(context: Context, mail: string) {
  const client = await context.client()
  try {
    const { data } = await client.call(senders.list, { limit: 500 })
    const addresses = data.items.map(({ from_mail }) => from_mail as unknown) // of any server
    if (!addresses.every((address) => typeof address === 'string')) return 'unknown'
    const sender = data.items.find(({ from_mail }) => sameAddress(from_mail, mail))
    if (!sender && data.nextCursor !== undefined) return 'unknown'
    return sender && sender.verified !== false ? 'verified' : 'unverified'
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_offered') return 'unknown'
    throw error
  }
}

const sameAddress = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

export const isBlocker = ({ level }: CheckItem): boolean => level === 'error'

/** Failure `send_blocked` for a blocker that was not allowed by its name; the rest is said as warnings. */
export async function refuseBlocked(
  { output }: Context,
  items: readonly CheckItem[],
  allowed: readonly string[] = [],
): Promise<void> {
  const blockers = items.filter((item) => isBlocker(item) && !allowed.includes(item.code))
  for (const item of items) {
    if (item.level === 'ok' || blockers.includes(item)) continue
    await output.warn(stripControls(item.message))
  }
  if (blockers.length === 0) return
  throw new Failure('send_blocked', {
    values: {
      codes: blockers.map(({ code }) => code).join(', '),
      reasons: blockers.map(({ message }) => message).join(' '),
    },
  })
}
