import { conversionToken } from '../campaigns/conversion-token.ts'
import { addUtm, parseUtm, type Utm } from '../campaigns/utm.ts'
import { fieldValuesOf } from '../campaigns/values-store.ts'
import type { Executor } from '../database/dialect.ts'
import { compileMerge } from '../mail/merge.ts'
import type { Secrets } from '../secrets.ts'
import type { Click } from './token.ts'

/** Nothing for a link that leads nowhere. */
type Address = string | undefined

/** Where a link leads, or what is to be rendered for each of its readers first. */
type Target = { fixed: Address } | { template: string }

interface CampaignTargets {
  links: Map<number, Target>
  utm: Utm
}

/** Campaigns whose links are kept in memory; they never change once they were sent. */
const mostKept = 1000

/**
 * Where each link leads: kept by us and never read from the request, so nobody redirects by us. At
 * once, where the campaign's links are in memory.
 */
export function createTargets(
  db: Executor,
  { mac }: Pick<Secrets, 'mac'>,
): (click: Click) => Address | Promise<Address> {
  const kept = new Map<number, CampaignTargets>()

  return (click) => {
    const targets = kept.get(click.campaign)
    return targets ? targetIn(targets, click) : readTarget(click)
  }

  async function readTarget(click: Click): Promise<Address> {
    return targetIn(await read(click.campaign), click)
  }

  function targetIn({ links, utm }: CampaignTargets, click: Click): Address | Promise<Address> {
    const target = links.get(click.link)
    if (target === undefined || 'fixed' in target) return target?.fixed
    return render(target.template, click).then((url) => safeTarget(addUtm(url, utm)))
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
    const utm = parseUtm(row?.utm ?? '{}')
    const targetOf = (url: string): Target =>
      /\{[{%]/.test(url) ? { template: url } : { fixed: safeTarget(addUtm(url, utm)) }
    const targets = {
      links: new Map(links.map(({ position, url }) => [position, targetOf(url)])),
      utm,
    }
    if (kept.size >= mostKept) kept.clear()
    if (links.length > 0) kept.set(campaign, targets)
    return targets
  }

  async function render(url: string, { campaign, recipient }: Click): Promise<string> {
    const contact = await db
      .selectFrom('recipients')
      .innerJoin('contacts', 'contacts.id', 'recipients.contact_id')
      .select(['contacts.id', 'contacts.email', 'contacts.nombre'])
      .where('recipients.id', '=', recipient)
      .executeTakeFirst()
    const fields = contact && (await fieldValuesOf(db, [contact.id])).get(contact.id)
    const { email = '', nombre = '' } = contact ?? {}
    const conversion_token = conversionToken({ campaign, recipient }, mac)
    return compileMerge(url, 'text').render({ ...fields, email, nombre, conversion_token })
  }
}

/** Only where a browser goes: a value merged into the address could have made it a script. */
function safeTarget(url: string): Address {
  if (!URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  return protocol === 'http:' || protocol === 'https:' ? href : undefined
}
