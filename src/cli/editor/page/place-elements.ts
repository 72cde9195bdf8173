import { splitMessage } from '../message-parts.ts'
import { markPlaces, placeAttribute, placeComment } from '../place-markers.ts'

/**
 * Finds the elements around places of a message: each by its number in document order, where -1 is the
 * body. A place in the head has none.
 */
export function findElements(html: string, offsets: readonly number[]): (number | undefined)[] {
  const { body, parts } = splitMessage(markPlaces(html, offsets))
  const root = new DOMParser().parseFromString(`<body>${body}`, 'text/html').body
  const order = new Map([...root.querySelectorAll('*')].map((element, index) => [element, index]))
  const found: (number | undefined)[] = offsets.map(() => undefined)
  for (const [element, index] of order) {
    const places = element.getAttribute(placeAttribute)?.split(' ') ?? []
    for (const place of places) found[Number(place)] = index
  }
  const comments = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT)
  while (comments.nextNode()) {
    const { nodeValue, parentElement } = comments.currentNode
    const [, part] = /^kept:(\d+)$/.exec(nodeValue ?? '') ?? []
    const [, place] = placeComment.exec(parts[Number(part)] ?? '') ?? []
    if (place !== undefined && parentElement) found[Number(place)] = order.get(parentElement) ?? -1
  }
  return found
}
