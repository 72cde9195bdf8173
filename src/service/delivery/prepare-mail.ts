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
}

const builtInNames =
  /^(?:email|nombre|unsubscribe_url|subscription_url|web_url|conversion_token|open_url|click_\d+)$/

/** Prepares the message of a campaign for compilation, with footer and tracking. */
export const prepareMail: Job<PrepareInput, PreparedMail> = {
  name: 'prepareMail',
  run({ campaign, language, firstLinkPosition }) {
    const links: TrackedLink[] = []
    const content = prepareContent(campaign, {
      unsubscribeText: messages[language].campaignMail.unsubscribe,
      track(html) {
        const rewritten = trackLinks(campaign, html, firstLinkPosition)
        links.push(...rewritten.links)
        return campaign.track_reads
          ? insertPixel(rewritten.html, pixelTag('{{ open_url }}'))
          : rewritten.html
      },
    })
    const readsFields = [...variablesOf(content)].some((name) => !builtInNames.test(name))
    return { content, links, readsFields }
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
