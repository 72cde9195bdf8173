import type { Client } from '../client/client.ts'
import { contract } from '../contract/index.ts'
import { type CheckCode, checkCodes, checkLevels } from '../contract/shapes/campaign-check.ts'
import { fill } from '../messages/fill.ts'
import type { Audience } from './audience.ts'
import { isNotOffered, type KnownCampaign } from './known-campaign.ts'
import type { Words } from './words.ts'

export interface CheckItem {
  code: CheckCode
  level: (typeof checkLevels)[number]
}

interface Checked {
  id: number
  campaign: KnownCampaign
  audience: Audience
}

/** What the server's own check finds, by codes of ours; else what can be seen from here. */
export async function checkSend(client: Client, checked: Checked): Promise<CheckItem[]> {
  try {
    const { data } = await client.call(contract.campaigns.check, { id: checked.id })
    const items: unknown = data.items // of any server
    if (!Array.isArray(items)) return await checkFromHere(client, checked)
    return data.items.flatMap(({ code, level }) =>
      checkCodes.includes(code) && checkLevels.includes(level) && level !== 'ok'
        ? [{ code, level }]
        : [],
    )
  } catch (error) {
    if (!isNotOffered(error)) throw error
    return checkFromHere(client, checked)
  }
}

async function checkFromHere(
  client: Client,
  { campaign: { from_mail, asunto }, audience }: Checked,
): Promise<CheckItem[]> {
  const isUnverified = from_mail !== undefined && (await lacksSender(client, from_mail))
  const wrong: [CheckCode, boolean][] = [
    ['sender_not_verified', isUnverified],
    ['audience_empty', audience.count === 0],
    ['subject_empty', asunto?.trim() === ''],
  ]
  return [
    ...wrong.flatMap(([code, isWrong]) => (isWrong ? [{ code, level: 'error' as const }] : [])),
    { code: 'not_checked', level: 'warn' },
  ]
}

/** A server that does not say whether a sender is verified lists those that are. */
async function lacksSender(client: Client, mail: string): Promise<boolean> {
  const { data } = await client.call(contract.senders.list, { limit: 500 })
  const sender = data.items.find(
    ({ from_mail }) => String(from_mail).toLowerCase() === mail.toLowerCase(),
  )
  return sender ? sender.verified === false : data.nextCursor === undefined
}

/** What keeps it from being sent, in sentences. */
export const blockersOf = (items: readonly CheckItem[] = [], { checks }: Words): string[] =>
  items.filter(({ level }) => level === 'error').map(({ code }) => fill(checks[code].wrong))
