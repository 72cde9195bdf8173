import { messagePieces } from './message-parts.ts'

/** The attribute of an element whose start tag has marked places: their numbers. */
export const placeAttribute = 'data-place'

/** A comment that marks a place between tags, with its number. */
export const placeComment = /^<!--place:(\d+)-->$/

/**
 * Marks places in HTML, so that a parser keeps them: a place in a start tag by an attribute, any other
 * one by a comment in front.
 */
export function markPlaces(html: string, offsets: readonly number[]): string {
  const pieces = [...html.matchAll(messagePieces)]
  const inTags = new Map<number, number[]>()
  const insertions: { at: number; text: string }[] = []
  for (const [place, offset] of offsets.entries()) {
    const piece = pieces.find(
      ({ index, 0: text }) => index <= offset && offset < index + text.length,
    )
    const [name] = /^<[a-z][^\s/>]*/i.exec(piece?.[0] ?? '') ?? []
    // An attribute of a style would be in a part that is set aside.
    if (!piece || !name || /^<(?:style|script|noscript|title)$/i.test(name)) {
      insertions.push({ at: piece?.index ?? offset, text: `<!--place:${place}-->` })
    } else {
      const at = piece.index + name.length
      inTags.set(at, [...(inTags.get(at) ?? []), place])
    }
  }
  for (const [at, places] of inTags) {
    insertions.push({ at, text: ` ${placeAttribute}="${places.join(' ')}"` })
  }
  let marked = html
  for (const { at, text } of insertions.sort((a, b) => b.at - a.at)) {
    marked = marked.slice(0, at) + text + marked.slice(at)
  }
  return marked
}
