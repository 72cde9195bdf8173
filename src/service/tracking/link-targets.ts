import { parseUrl } from '../../core/urls/parse-url.ts'
import { fieldValuesOf } from '../campaigns/field-values-store.ts'
import { conversionToken } from '../campaigns/reporting/conversion-token.ts'
import { eventsOfVisits } from '../campaigns/run-events/events-of-visits.ts'
import { addUtm, parseUtm, type Utm } from '../campaigns/utm.ts'
import type { Executor } from '../database/dialect.ts'
import type { Secrets } from '../keys/secrets.ts'
import { compileMerge } from '../mail/merge.ts'
import { findContactOf, findUtm, selectLinks } from './link-targets-store.ts'
import type { Click } from './token.ts'

/** Undefined for a link whose target is not a web address. */
type TargetUrl = string | undefined

/** A link's URL, or the template that is rendered for each recipient. */
type Target = { fixed: TargetUrl } | { template: string }

interface CampaignTargets {
  links: Map<number, Target>
  utm: Utm
}

/** How many campaigns' links are cached. Links never change once sent. */
const maxCachedCampaigns = 1000

/**
 * Looks up the target of a click. Targets come from the database and never from the request, so this
 * is not an open redirect. Answers synchronously when the campaign's links are cached.
 */
export function createLinkTargets(
  db: Executor,
  { mac }: Pick<Secrets, 'mac'>,
): (click: Click) => TargetUrl | Promise<TargetUrl> {
  const cache = new Map<number, CampaignTargets>()

  return (click) => {
    const targets = cache.get(click.campaign)
    return targets ? targetIn(targets, click) : readTarget(click)
  }

  async function readTarget(click: Click): Promise<TargetUrl> {
    return targetIn(await read(click.campaign), click)
  }

  function targetIn({ links, utm }: CampaignTargets, click: Click): TargetUrl | Promise<TargetUrl> {
    const target = links.get(click.link)
    if (target === undefined || 'fixed' in target) return target?.fixed
    return render(target.template, click).then((url) => safeTarget(addUtm(url, utm)))
  }

  async function read(campaign: number): Promise<CampaignTargets> {
    const row = await findUtm(db, campaign)
    const links = row ? await selectLinks(db, row) : []
    const utm = parseUtm(row?.utm ?? '{}')
    const targetOf = (url: string): Target =>
      /\{[{%]/.test(url) ? { template: url } : { fixed: safeTarget(addUtm(url, utm)) }
    const targets = {
      links: new Map(links.map(({ position, url }) => [position, targetOf(url)])),
      utm,
    }
    if (cache.size >= maxCachedCampaigns) cache.clear()
    if (links.length > 0) cache.set(campaign, targets)
    return targets
  }

  async function render(url: string, { campaign, recipient }: Click): Promise<string> {
    const contact = await findContactOf(db, recipient)
    const fields =
      contact && (await fieldValuesOf(db, contact.account_id, [contact.id])).get(contact.id)
    const { email = '', nombre = '' } = contact ?? {}
    const conversion_token = conversionToken({ campaign, recipient }, mac)
    const event = contact && (await eventsOfVisits(db, [contact.visit])).get(contact.visit)
    const values = { ...fields, ...(event && { event }), email, nombre, conversion_token }
    return compileMerge(url, 'link').render(values)
  }
}

/** Allows only http and https: a merged value could have made the URL a script. */
function safeTarget(url: string): TargetUrl {
  const target = parseUrl(url)
  return target && /^https?:$/.test(target.protocol) ? target.href : undefined
}
