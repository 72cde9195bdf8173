/** A link of the campaign and where it stands in the content. */
interface PlacedLink {
  url: string
  position: number
}

/**
 * Finds the links of a rendered message among those that the server counts. Both have the order of
 * the content, so that the same address in two places is two links.
 */
export function createLinkFinder<L extends PlacedLink>(links: readonly L[]) {
  const ordered = [...links]
    .sort((a, b) => a.position - b.position)
    .map((link) => ({ link, matches: matcherOf(link.url) }))
  let next = 0

  /** Returns the link of an address, or undefined for one that is not counted, such as unsubscribe. */
  return (url: string): L | undefined => {
    const at = ordered.findIndex(({ matches }, index) => index >= next && matches(url))
    if (at !== -1) {
      next = at + 1
      return ordered[at]?.link
    }
    // A loop renders one link several times.
    return ordered.slice(0, next).findLast(({ matches }) => matches(url))?.link
  }
}

/** An address may contain merge tags, which the message shows filled in. */
function matcherOf(url: string): (rendered: string) => boolean {
  const parts = url.trim().split(/\{\{[^{}]*\}\}|\{%[^{}]*%\}/)
  if (parts.length === 1) return (rendered) => rendered.trim() === url.trim()
  const pattern = new RegExp(`^${parts.map(escaped).join('[\\s\\S]*')}$`)
  return (rendered) => pattern.test(rendered.trim())
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
