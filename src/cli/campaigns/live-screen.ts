import { fill } from '../../messages/fill.ts'
import type { Context } from '../context/context.ts'
import { columnsOf } from '../host/terminal-size.ts'
import type { View } from '../output/document.ts'
import { cut } from '../output/width.ts'

const home = '\x1b[H'
const clearBelow = '\x1b[J'
const clearLine = '\x1b[K'
const defaultRows = 24

interface LiveScreen<Seen extends object> {
  draw(one: Seen): Promise<void>
  close(): void
}

/** Shows one object in a terminal and redraws it in place, also when the size of the terminal changes. */
export function createLiveScreen<Seen extends object>(
  { host, output, messages }: Context,
  view: View<Seen>,
): LiveScreen<Seen> {
  const { stdout, clock } = host
  let last: { one: Seen; at: number } | undefined
  let isClosed = false
  stdout.on('resize', redraw)

  function redraw(): void {
    if (last) paint(last.one, last.at).catch(() => {}) // the next change is drawn anyway
  }

  async function paint(one: Seen, at: number): Promise<void> {
    const text = await output.draw({ one, view })
    if (isClosed) return
    const footer = fill(messages.terminal.watching, { time: output.local.time(at) })
    const lines = fitting(text.trimEnd().split('\n'), footer)
    await output.write(
      `${home}${lines.map((line) => `${line}${clearLine}\n`).join('')}${clearBelow}`,
    )
  }

  /** Cuts what is below the last line of the terminal. Otherwise it would scroll at every change. */
  function fitting(lines: readonly string[], footer: string): string[] {
    // The cursor stands in a line of its own.
    const rows = Math.max(2, (stdout.rows || defaultRows) - 1)
    const width = columnsOf(stdout)
    if (lines.length + 2 <= rows) return [...lines, '', cut(footer, width, '')]
    const shown = lines.slice(0, rows - 1)
    const count = output.local.number(lines.length - shown.length)
    return [...shown, cut(fill(messages.terminal.linesBelow, { count }), width, '')]
  }

  return {
    async draw(one) {
      last = { one, at: clock.now() }
      await paint(one, last.at)
    },
    close() {
      isClosed = true
      stdout.off('resize', redraw)
    },
  }
}
