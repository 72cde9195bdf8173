import { Token } from 'liquidjs'

/** Of the source that was asked about last. */
const last = { source: '', lineStarts: [0] }

/**
 * The library asks for the place of every name that it finds, and counts to it from the beginning:
 * a message of 2 MB with 33,000 tags would hold everybody up for minutes.
 */
export function countLinesOnce(): void {
  Token.prototype.getPosition = function (): [line: number, column: number] {
    const line = lineAt(linesOf(this.input), this.begin)
    return [line + 1, this.begin - (last.lineStarts[line] ?? 0) + 1]
  }
}

function linesOf(source: string): readonly number[] {
  if (source === last.source) return last.lineStarts
  const lineStarts = [0]
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) {
    lineStarts.push(at + 1)
  }
  Object.assign(last, { source, lineStarts })
  return lineStarts
}

/** The last line that begins at the place or before it, by halves. */
function lineAt(lineStarts: readonly number[], place: number): number {
  let [low, high] = [0, lineStarts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((lineStarts[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low
}
