import type { Screen } from './screen.ts'
import { displayWidth, padEnd, wrap } from './width.ts'

interface Entry {
  readonly label: string
  readonly value: string
}

const gap = '  '

/** The minimum width of a value. On a screen narrower than its labels, lines become too long. */
const minValueWidth = 20

/** Renders one object as two columns, names and values. Long values wrap instead of being cut. */
export function drawCard(entries: readonly Entry[], { width, palette }: Screen): string {
  const names = Math.max(0, ...entries.map(({ label }) => displayWidth(label)))
  const room = Math.max(minValueWidth, width - names - gap.length)
  return entries
    .flatMap(({ label, value }) =>
      wrap(value, room).map((line, index) => {
        const name = padEnd(index === 0 ? label : '', names)
        return `${`${palette.dim(name)}${gap}${line}`.trimEnd()}\n`
      }),
    )
    .join('')
}

export const drawCards = (cards: readonly (readonly Entry[])[], screen: Screen): string =>
  cards.map((entries) => drawCard(entries, screen)).join('\n')
