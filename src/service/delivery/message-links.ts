import { signTokens, type TokenKeys } from '../../core/tokens/signed-token.ts'
import { unsubscribeUrl, webUrl, webVersionContent } from '../campaigns/public/subscriber-urls.ts'
import { conversionContent } from '../campaigns/reporting/conversion-token.ts'
import { returnPath, returnPathContent } from '../mail/return-path.ts'
import { unsubscribeContent } from '../subscription/unsubscribe-token.ts'
import type { TrackedLink } from '../tracking/rewrite-links.ts'
import { clickContent, openContent } from '../tracking/token.ts'
import { clickUrl, openUrl } from '../tracking/tracking-urls.ts'

interface LinkOptions {
  keys: TokenKeys
  publicUrl: string
  /** Domain of the return path. */
  bounceDomain: string
  tracksOpens: boolean
  links: readonly TrackedLink[]
}

interface LinkTarget {
  campaign: number
  /** Id of the recipient, not of the contact. */
  recipient: number
  contactId: number
  listId: number
}

interface MessageLinks {
  /** The address that bounces go to. */
  returnPath: string
  unsubscribe: string
}

type LinkValues = Record<string, unknown>

/** Returns a function that makes all links of one message, and adds the merge tags for links to `values`. */
export function compileLinks(
  options: LinkOptions,
): (target: LinkTarget, now: number, values: LinkValues) => MessageLinks {
  const { keys, publicUrl, bounceDomain, tracksOpens } = options
  const clicks = options.links.map(({ position }) => ({ position, name: `click_${position}` }))

  return (target, now, values) => {
    const { campaign, contactId, listId } = target
    const tokens = signTokens(
      [
        returnPathContent(target),
        unsubscribeContent({ campaignId: campaign, contactId, listId }),
        webVersionContent(target),
        conversionContent(target),
        openContent(target),
        ...clicks.map(({ position }) =>
          clickContent({ campaign, recipient: target.recipient, link: position }),
        ),
      ],
      keys,
      now,
    )
    const [returnToken, unsubscribeToken, webToken, conversion, openToken] = tokens
    const unsubscribe = unsubscribeUrl(publicUrl, unsubscribeToken)
    values.unsubscribe_url = unsubscribe
    values.web_url = webUrl(publicUrl, webToken)
    values.conversion_token = conversion
    if (tracksOpens) values.open_url = openUrl(publicUrl, openToken)
    for (let index = 0; index < clicks.length; index++) {
      const token = tokens[firstClick + index]
      const click = clicks[index]
      if (click && token !== undefined) values[click.name] = clickUrl(publicUrl, token)
    }
    return { returnPath: returnPath(returnToken, bounceDomain), unsubscribe }
  }
}

/** The tokens of clicks follow the five others. */
const firstClick = 5
