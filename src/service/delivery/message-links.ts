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
  /** The merge tags for links. */
  values: Record<string, string>
}

/** Returns a function that makes all links of one message. */
export function compileLinks(
  options: LinkOptions,
): (target: LinkTarget, now: number) => MessageLinks {
  const { keys, publicUrl, bounceDomain, tracksOpens, links: clicks } = options

  return (target, now) => {
    const { campaign, contactId, listId } = target
    const [returnToken, unsubscribeToken, webToken, conversion, openToken, ...clickTokens] =
      signTokens(
        [
          returnPathContent(target),
          unsubscribeContent({ campaignId: campaign, contactId, listId }),
          webVersionContent(target),
          conversionContent(target),
          openContent(target),
          ...clicks.map(({ position: link }) => clickContent({ ...target, link })),
        ],
        keys,
        now,
      )
    const unsubscribe = unsubscribeUrl(publicUrl, unsubscribeToken)
    const values: Record<string, string> = {
      unsubscribe_url: unsubscribe,
      web_url: webUrl(publicUrl, webToken),
      conversion_token: conversion,
    }
    if (tracksOpens) values.open_url = openUrl(publicUrl, openToken)
    for (const [index, token] of clickTokens.entries()) {
      values[`click_${clicks[index]?.position}`] = clickUrl(publicUrl, token)
    }
    return { returnPath: returnPath(returnToken, bounceDomain), unsubscribe, values }
  }
}
