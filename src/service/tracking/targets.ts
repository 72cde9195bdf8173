import { addUtm, parseUtm, type Utm } from '../campaigns/utm.ts'
import { fieldValuesOf } from '../campaigns/values-store.ts'
import type { Executor } from '../database/dialect.ts'
import { compileMerge } from '../mail/merge.ts'
import type { Click } from './token.ts'

interface CampaignTargets {
  urls: Map<number, string>
  utm: Utm
}

/** Campaigns whose links are kept in memory; they never change once they were sent. */
const mostKept = 1000

/** Where each link leads: kept by us and never read from the request, so nobody redirects by us. */
export function createTargets(db: Executor): (click: Click) => Promise<string | undefined> {
  const kept = new Map<number, CampaignTargets>()

  return async ({ campaign, recipient, link }) => {
    const targets = kept.get(campaign) ?? (await read(campaign))
    const url = targets.urls.get(link)
    if (url === undefined) return undefined
    const rendered = /\{[{%]/.test(url) ? await render(db, url, recipient) : url
    return safeTarget(addUtm(rendered, targets.utm))
  }

  async function read(campaign: number): Promise<CampaignTargets> {
    const row = await db
      .selectFrom('campaigns')
      .select('utm')
      .where('id', '=', campaign)
      .executeTakeFirst()
    const links = await db
      .selectFrom('campaign_links')
      .select(['position', 'url'])
      .where('campaign_id', '=', campaign)
      .execute()
    const targets = {
      urls: new Map(links.map(({ position, url }) => [position, url])),
      utm: parseUtm(row?.utm ?? '{}'),
    }
    if (kept.size >= mostKept) kept.clear()
    if (links.length > 0) kept.set(campaign, targets)
    return targets
  }
}

async function render(db: Executor, url: string, recipient: number): Promise<string> {
  const contact = await db
    .selectFrom('recipients')
    .innerJoin('contacts', 'contacts.id', 'recipients.contact_id')
    .select(['contacts.id', 'contacts.email', 'contacts.nombre'])
    .where('recipients.id', '=', recipient)
    .executeTakeFirst()
  const fields = contact && (await fieldValuesOf(db, [contact.id])).get(contact.id)
  const { email = '', nombre = '' } = contact ?? {}
  return compileMerge(url, 'text').render({ ...fields, email, nombre })
}

/** Only where a browser goes: a value merged into the address could have made it a script. */
function safeTarget(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  return protocol === 'http:' || protocol === 'https:' ? href : undefined
}
