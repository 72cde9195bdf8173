import type { Palette } from '../color.ts'
import { displayWidth, padEnd, wrap } from '../width.ts'
import { type Block, blocksOf } from './blocks.ts'

interface MarkdownScreen {
  width: number
  palette: Palette
}

const indent = '  '
const gap = '  '

/** Longer lines are hard to read on any terminal. */
const maxWidth = 100
/** A narrower text would break most words. */
const [minWidth, minColumn] = [40, 10]

/**
 * Draws the Markdown of our guides for a terminal: headings, paragraphs, lists, tables and code. Code
 * is not wrapped, because it is copied.
 */
export function drawMarkdown(markdown: string, { width, palette }: MarkdownScreen): string {
  const blocks = blocksOf(markdown)
  const available = Math.max(minWidth, Math.min(width, maxWidth)) - indent.length
  return blocks
    .map((block, index) => {
      const lines = drawBlock(block, available, palette).map((line) => `${line.trimEnd()}\n`)
      return lines.join('') + spaceAfter(block, blocks[index + 1])
    })
    .join('')
}

/** A heading stands directly above its section, and the items of a list below each other. */
function spaceAfter({ kind }: Block, next: Block | undefined): string {
  const isJoined = kind === 'heading' || (kind === 'item' && next?.kind === 'item')
  return isJoined || !next ? '' : '\n'
}

function drawBlock(block: Block, available: number, palette: Palette): string[] {
  switch (block.kind) {
    case 'heading':
      return [palette.heading(plain(block.text).toUpperCase())]
    case 'code':
      return block.lines.map((line) => indent + indent + palette.value(line))
    case 'table':
      return drawTable(block.rows, available, palette)
    case 'item':
      return drawText(block.text, available - gap.length, palette).map(
        (line, index) => `${indent}${index === 0 ? '- ' : gap}${line}`,
      )
    case 'text':
      return drawText(block.text, available, palette).map((line) => indent + line)
  }
}

function drawText(text: string, available: number, palette: Palette): string[] {
  // Code is not broken at its spaces.
  const joined = withoutLinks(text).replace(codeSpan, (code) => code.replaceAll(' ', joinedSpace))
  return wrap(joined, available).map((line) =>
    line.replaceAll(joinedSpace, ' ').replace(codeSpan, (code) => drawCode(code, palette)),
  )
}

const codeSpan = /`[^`]+`/g
const joinedSpace = '\u00a0'

/** Without colors, code keeps its marks, so that `and` is not read as a word of the sentence. */
function drawCode(code: string, { value }: Palette): string {
  const bare = code.slice(1, -1)
  const drawn = value(bare)
  return drawn === bare ? code : drawn
}

const withoutLinks = (text: string): string =>
  text.replace(/\[([^[\]]+)\]\([^()]+\)/g, '$1').replace(/\*\*([^*]+)\*\*/g, '$1')

const plain = (text: string): string => withoutLinks(text).replace(/`([^`]+)`/g, '$1')

function drawTable(rows: readonly string[][], available: number, palette: Palette): string[] {
  const cells = rows.map((row) => row.map(plain))
  const widths = columnWidths(cells, available)
  return cells.flatMap((row, index) => {
    const wrapped = row.map((cell, column) => wrap(cell, widths[column] ?? minColumn))
    const height = Math.max(...wrapped.map(({ length }) => length))
    return Array.from({ length: height }, (_, line) => {
      const parts = wrapped.map((lines, column) => padEnd(lines[line] ?? '', widths[column] ?? 0))
      const drawn = parts.join(gap).trimEnd()
      return indent + (index === 0 ? palette.bold(drawn) : drawn)
    })
  })
}

/** Returns the widths of the columns. The widest ones are narrowed until the table fits. */
function columnWidths(rows: readonly string[][], available: number): number[] {
  const count = Math.max(...rows.map(({ length }) => length))
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))),
  )
  let excess = sum(widths) + gap.length * (count - 1) - available
  while (excess > 0) {
    const widest = Math.max(...widths)
    if (widest <= minColumn) break
    widths[widths.indexOf(widest)] = widest - 1
    excess--
  }
  return widths
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
