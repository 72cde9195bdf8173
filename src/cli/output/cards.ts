import type { Screen } from './screen.ts'
import { displayWidth, padEnd, wrap } from './width.ts'

export interface Entry {
  readonly label: string
  readonly value: string
}

const gap = '  '

/** On a screen narrower than its labels a value still gets this much, and the line is too long. */
const leastValueWidth = 20

/** One object as two columns, names and values. Nothing is cut: long values go on below. */
export function drawCard(entries: readonly Entry[], { width, palette }: Screen): string {
  const names = Math.max(0, ...entries.map(({ label }) => displayWidth(label)))
  const room = Math.max(leastValueWidth, width - names - gap.length)
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
