import { Html, html } from '../../html/html.ts'
import { neutralMessage } from '../../html/neutral-message.ts'
import type { CampaignReport, RenderedMessage, ReportedLink } from './campaign-report.ts'
import { createLinkFinder } from './click-map.ts'
import { messageStyle } from './style.ts'
import { section } from './table.ts'
import type { Wording } from './wording.ts'

/**
 * The message with the clicks on each link. It stands in a shadow tree, so that its style and that
 * of the report do not mix, and no script is needed.
 */
export function messageMap(
  { links }: CampaignReport,
  versions: readonly RenderedMessage[],
  { messages, local, loadsImages }: Wording,
): Html {
  const findLink = createLinkFinder(links)
  const most = Math.max(0, ...links.map(({ clicks }) => clicks))

  function badge({ clicks, share }: ReportedLink): string {
    const level = clicks === 0 ? '' : clicks === most ? ' most' : ' some'
    const part = local.percent(share)
    const text =
      clicks === 1 ? messages.badgeOfOne(part) : messages.badge(local.number(clicks), part)
    return html`<span class="remite-clicks${level}">${text}</span>`.text
  }

  const shown = versions.map(({ variant, asunto, html: source }) => {
    const body = neutralMessage(source, {
      onLink(url) {
        const link = findLink(url)
        return link ? badge(link) : ''
      },
      loadsImages,
    })
    const label =
      variant === null ? messages.mapRegion : `${messages.mapRegion}: ${messages.version(variant)}`
    return html`${variant !== null && html`<h3>${messages.version(variant)}: ${asunto}</h3>`}
<div class="message" role="region" tabindex="0" aria-label="${label}"><template shadowrootmode="open"><style>${new Html(messageStyle)}</style>${new Html(body)}</template></div>`
  })
  const note = loadsImages ? messages.mapNoteWithImages : messages.mapNote
  return section(messages.map, html`<p class="quiet">${note}</p>${shown}`, { spansPages: true })
}
