import { Token } from 'liquidjs'

/** The line starts of the most recent source. */
const last = { source: '', lineStarts: [0] }

/**
 * Replaces the library's search for the line and column of a token. The library scans the source from
 * its start for every name: minutes for 2 MB with 33,000 tags. liquidjs is pinned to an exact version,
 * and a test compares the results with the original.
 */
export function installPositionLookup(): void {
  Token.prototype.getPosition = function (): [line: number, column: number] {
    const line = lineAt(linesOf(this.input), this.begin)
    return [line + 1, this.begin - (last.lineStarts[line] ?? 0) + 1]
  }
}

function linesOf(source: string): readonly number[] {
  if (source === last.source) return last.lineStarts
  const lineStarts = [0]
  for (let end = source.indexOf('\n'); end !== -1; end = source.indexOf('\n', end + 1)) {
    lineStarts.push(end + 1)
  }
  Object.assign(last, { source, lineStarts })
  return lineStarts
}

/** Returns the index of the line that contains the offset, by binary search. */
function lineAt(lineStarts: readonly number[], offset: number): number {
  let [low, high] = [0, lineStarts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((lineStarts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}
