/** Pieces of about this many characters. */
const pieceLength = 64 * 1024

/**
 * Yields the text that JSON.stringify returns for a parsed JSON value, in pieces, so that a loop over a
 * body of megabytes can yield to others. A single item of the outermost lists is one piece.
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

function* partsOf(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    yield '['
    for (const [index, item] of value.entries()) yield (index > 0 ? ',' : '') + JSON.stringify(item)
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
