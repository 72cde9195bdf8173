import type { Pager } from '../host/pager.ts'
import { displayWidth } from './width.ts'
import { createWriter, type Writer } from './writer.ts'

interface Screenful {
  rows: number
  columns: number
}

interface PagedSettings extends Screenful {
  /** The terminal, for text that fits it. */
  terminal: Writer
  /** Returns undefined when there is no such program. */
  open: () => Promise<Pager | undefined>
  /** Whether pieces follow that are still to be fetched. The first rows do not wait for them. */
  hasMore: () => boolean
}

/**
 * Writes pieces of text to the terminal, or to a pager if they are longer than the screen. Returns when
 * the user has left the pager: false if that was before the end.
 */
export async function writePaged(
  pieces: AsyncIterable<string>,
  { terminal, open, hasMore, ...screenful }: PagedSettings,
): Promise<boolean> {
  const iterator = pieces[Symbol.asyncIterator]()
  let waiting = ''
  let pager: Pager | undefined
  let writer: Writer | undefined

  const unlessLeft = <Value>(next: Promise<Value>): Promise<Value | undefined> =>
    pager ? Promise.race([next, pager.left.then(() => undefined)]) : next

  async function write(piece: string): Promise<void> {
    if (writer) return writer.write(piece)
    waiting += piece
    if (!hasMore() && fits(waiting, screenful)) return
    pager = await open()
    writer = pager ? createWriter(pager.input) : terminal
    return unlessLeft(writer.write(waiting))
  }

  try {
    for (;;) {
      const next = await unlessLeft(iterator.next())
      if (next?.done) {
        if (!writer) await terminal.write(waiting)
        return true
      }
      if (next) await unlessLeft(write(next.value))
      if (!next || pager?.isLeft() || terminal.isClosed()) return false
    }
  } finally {
    // A page that is being fetched is not waited for.
    iterator.return?.().catch(() => {})
    await pager?.end()
  }
}

/** Whether a text leaves a row for the prompt. A line that is too long continues on the next row. */
function fits(text: string, { rows, columns }: Screenful): boolean {
  const lines = text.split('\n').slice(0, -1)
  if (lines.length >= rows) return false
  const filled = lines.map((line) => Math.max(1, Math.ceil(displayWidth(line) / columns)))
  return filled.reduce((sum, each) => sum + each, 0) < rows
}
