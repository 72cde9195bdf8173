import type { Page } from '../../contract/endpoint.ts'
import { time } from '../command/view.ts'
import type { Context } from '../context/context.ts'
import type { View } from '../output/document.ts'

const clearScreen = '\x1b[H\x1b[2J'

/** Redraws a terminal on each change. Prints one line per change to a file or pipe. */
export async function showChanges<Seen extends object>(
  context: Context,
  seen: AsyncIterable<Seen>,
  view: View<Seen>,
): Promise<void> {
  const { output } = context
  if (!canRedraw(context)) {
    const columns = [time('at'), ...(view.fields ?? [])]
    return output.show({ pages: changes(context, seen), view: { columns } })
  }
  let shown: string | undefined
  for await (const one of seen) {
    const now = JSON.stringify(one)
    if (now === shown) continue
    if (shown !== undefined) await output.write(clearScreen)
    shown = now
    await output.show({ one, view })
  }
}

const canRedraw = ({ host, output }: Context): boolean =>
  output.format === 'table' && host.stdout.isTTY === true && host.env.TERM !== 'dumb'

async function* changes<Seen extends object>(
  { host }: Context,
  seen: AsyncIterable<Seen>,
): AsyncGenerator<Page<Seen & { at: string }>> {
  let written: string | undefined
  for await (const one of seen) {
    const now = JSON.stringify(one)
    if (now === written) continue
    written = now
    yield { items: [{ at: new Date(host.clock.now()).toISOString(), ...one }] }
  }
}
