import type { Language } from '../../core/language.ts'
import { messages } from '../../messages/all.ts'
import { type PreparedContent, prepareContent, variablesOf } from '../campaigns/content.ts'
import type { Campaign } from '../campaigns/store.ts'
import { addUtm, parseUtm } from '../campaigns/utm.ts'
import type { Job } from '../rendering/job.ts'
import { pixelTag } from '../tracking/pixel.ts'
import { insertPixel, rewriteLinks, type TrackedLink } from '../tracking/rewrite-links.ts'

interface PrepareInput {
  /** The campaign, or one variant of its A/B test. */
  campaign: MailSource
  /** Language of the footer. */
  language: Language
  /** The postal addresses of the account and its lists. */
  postalAddresses: readonly string[]
  /** Position of the first link, when other variants of the campaign have links before it. */
  firstLinkPosition: number
}

type MailSource = Pick<
  Campaign,
  'asunto' | 'preheader' | 'html' | 'text' | 'track_reads' | 'track_links' | 'utm'
>

export interface PreparedMail {
  content: PreparedContent
  links: readonly TrackedLink[]
  /** Whether a merge tag may read a custom field, so that the field values must be loaded. */
  readsFields: boolean
  /** Whether a merge tag reads the sender or its postal address, which depend on the list. */
  readsSender: boolean
  /** Whether a merge tag may read the event of an automation. */
  readsEvent: boolean
}

const builtInNames =
  /^(?:email|nombre|unsubscribe_url|subscription_url|web_url|conversion_token|open_url|footer_sender|click_\d+)$/

// Those without a link may also be custom fields.
const senderNames = /^(?:sender_name|postal_address|footer_sender)$/

/** Prepares the message of a campaign for compilation, with footer and tracking. */
export const prepareMail: Job<PrepareInput, PreparedMail> = {
  name: 'prepareMail',
  run({ campaign, language, postalAddresses, firstLinkPosition }) {
    const links: TrackedLink[] = []
    const content = prepareContent(campaign, {
      unsubscribeText: messages[language].campaignMail.unsubscribe,
      postalAddresses,
      track(html) {
        const rewritten = trackLinks(campaign, html, firstLinkPosition)
        links.push(...rewritten.links)
        return campaign.track_reads
          ? insertPixel(rewritten.html, pixelTag('{{ open_url }}'))
          : rewritten.html
      },
    })
    const names = [...variablesOf(content)]
    const readsFields = names.some((name) => !builtInNames.test(name))
    const readsSender = names.some((name) => senderNames.test(name))
    return { content, links, readsFields, readsSender, readsEvent: names.includes('event') }
  },
}

/** Rewrites tracked links to our URLs. Without tracking, links only get the UTM tags. */
function trackLinks({ track_links, utm }: MailSource, html: string, first: number) {
  if (track_links) {
    const { html: tracked, links } = rewriteLinks(
      html,
      ({ position }) => `{{ click_${first + position} }}`,
    )
    return {
      html: tracked,
      links: links.map((link) => ({ ...link, position: first + link.position })),
    }
  }
  const tags = parseUtm(utm)
  const tagged = rewriteLinks(html, ({ source }) => addUtm(source, tags, '&amp;'))
  return { html: tagged.html, links: [] }
}
