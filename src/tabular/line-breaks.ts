/**
 * Makes every line of a text end with LF, so that a parser with one line end reads all of them: CRLF
 * and LF stay, and CR becomes CR CR LF, from which `restoreLineBreaks` gets it back.
 */
export async function* endLines(texts: AsyncIterable<string>): AsyncGenerator<string> {
  // A CR at the end of a text waits: the next one may begin with LF.
  let pending = ''
  for await (const text of texts) {
    const all = pending + text
    pending = all.endsWith('\r') ? '\r' : ''
    yield withLineEnds(pending === '' ? all : all.slice(0, -1))
  }
  yield withLineEnds(pending)
}

const withLineEnds = (text: string): string =>
  text.includes('\r') ? text.replace(/\r(?!\n)/g, '\r\r\n') : text

/** Restores the line breaks inside the cells of a record, and removes its own line end. */
export function restoreLineBreaks(cells: string[]): string[] {
  const last = cells.length - 1
  // Of a quoted cell, every CR is followed by LF.
  if (cells[last]?.endsWith('\r')) cells[last] = cells[last].replace(/\r+$/, '')
  return cells.some((cell) => cell.includes('\r\r\n'))
    ? cells.map((cell) => cell.replaceAll('\r\r\n', '\r'))
    : cells
}
