/** Pieces of about this many characters. */
const pieceLength = 64 * 1024

/**
 * Yields the text that JSON.stringify returns for a parsed JSON value, in pieces, so that a loop over a
 * body of megabytes can yield to others. No item of the outermost lists is divided.
 */
export function* jsonPieces(value: unknown): Generator<string> {
  let piece = ''
  for (const part of partsOf(value)) {
    piece += part
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield piece
}

/** How many short items of a list are written at once, in far less than a millisecond. */
const itemsAtOnce = 50

function* partsOf(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    yield '['
    let [start, count] = [0, 1]
    while (start < value.length) {
      const items = JSON.stringify(value.slice(start, start + count))
      yield (start > 0 ? ',' : '') + items.slice(1, -1)
      start += count
      count = items.length < pieceLength ? Math.min(count * 2, itemsAtOnce) : 1
    }
    yield ']'
  } else if (typeof value === 'object' && value !== null) {
    let before = '{'
    for (const [name, inner] of Object.entries(value)) {
      yield `${before}${JSON.stringify(name)}:`
      if (Array.isArray(inner)) yield* partsOf(inner)
      else yield JSON.stringify(inner)
      before = ','
    }
    yield before === '{' ? '{}' : '}'
  } else yield JSON.stringify(value)
}
