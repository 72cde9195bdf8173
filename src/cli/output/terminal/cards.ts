import type { Screen } from '../screen.ts'
import { displayWidth, hasLongWord, padEnd, wrap, wrapWords } from '../width.ts'
import { type Cell, painted } from './cell.ts'

interface Entry {
  readonly label: string
  readonly cell: Cell
  /** The value is copied from the screen, so it stays on one line. */
  readonly isCopied: boolean
}

const gap = '  '

/** Longer labels wrap: a narrow screen needs room for the values. */
const maxLabelShare = 0.4

/** The minimum width of a value. */
const minValueWidth = 12

/** Renders one object as two columns, names and values. Long values wrap instead of being cut. */
export function drawCard(entries: readonly Entry[], { width, palette }: Screen): string {
  const names = labelWidth(
    entries.map(({ label }) => label),
    width,
  )
  const available = Math.max(minValueWidth, width - names - gap.length)
  return entries
    .flatMap(({ label, cell, isCopied }) => {
      const isApart = isCopied
        ? displayWidth(cell.text) > available
        : hasLongWord(cell.text, available)
      const besides = isApart ? [] : wrap(cell.text, available)
      const labels = wrap(label, names)
      const rows = Array.from({ length: Math.max(labels.length, besides.length) }, (_, index) => {
        const name = palette.dim(padEnd(labels[index] ?? '', names))
        return `${name}${gap}${painted(cell, besides[index] ?? '')}`
      })
      const below = isCopied ? [cell.text] : wrapWords(cell.text, width - gap.length)
      return isApart ? [...rows, ...below.map((line) => gap + painted(cell, line))] : rows
    })
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}

function labelWidth(labels: readonly string[], width: number): number {
  const longest = widestOf(labels)
  const words = widestOf(labels.flatMap((label) => label.split(' ')))
  return Math.min(longest, Math.max(words, Math.floor(width * maxLabelShare)))
}

const widestOf = (texts: readonly string[]): number => Math.max(0, ...texts.map(displayWidth))

export const drawCards = (cards: readonly (readonly Entry[])[], screen: Screen): string =>
  cards.map((entries) => drawCard(entries, screen)).join('\n')
