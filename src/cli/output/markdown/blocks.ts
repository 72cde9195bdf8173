/** A part of a Markdown page. */
export type Block =
  | { kind: 'heading' | 'text' | 'item'; text: string }
  | { kind: 'code'; language: string; lines: string[] }
  /** The first row is the header. */
  | { kind: 'table'; rows: string[][] }

/** Reads the parts of a page in the Markdown that our guides use. Comments are left out. */
export function blocksOf(markdown: string): Block[] {
  const lines = markdown.replace(/<!--.*?-->\n?/gs, '').split('\n')
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; ) {
    const read = blockAt(lines, at)
    if (read.block) blocks.push(read.block)
    at = read.next
  }
  return blocks
}

interface Read {
  block?: Block
  /** The line after the block. */
  next: number
}

const fence = /^```(\w*)/
/** What begins a block of another kind. */
const start = /^(```|#|- |\||$)/

function blockAt(lines: readonly string[], at: number): Read {
  const [line = ''] = [lines[at]]
  if (line === '') return { next: at + 1 }
  const [, heading] = /^#+ (.+)/.exec(line) ?? []
  if (heading !== undefined) return { block: { kind: 'heading', text: heading }, next: at + 1 }
  const [, language] = fence.exec(line) ?? []
  if (language !== undefined) {
    const end = endOf(lines, at + 1, (each) => fence.test(each))
    return { block: { kind: 'code', language, lines: lines.slice(at + 1, end) }, next: end + 1 }
  }
  if (line.startsWith('|')) {
    const end = endOf(lines, at, (each) => !each.startsWith('|'))
    const rows = lines.slice(at, end).filter((_, index) => index !== 1) // below the header
    return { block: { kind: 'table', rows: rows.map(cellsOf) }, next: end }
  }
  const end = endOf(lines, at + 1, (each) => start.test(each))
  const text = lines.slice(at, end).map((each) => each.trim())
  const kind = line.startsWith('- ') ? 'item' : 'text'
  return { block: { kind, text: text.join(' ').replace(/^- /, '') }, next: end }
}

function endOf(lines: readonly string[], from: number, isEnd: (line: string) => boolean): number {
  const end = lines.findIndex((line, index) => index >= from && isEnd(line))
  return end < 0 ? lines.length : end
}

/** A vertical bar in a cell is written as `\|`. */
const cellsOf = (row: string): string[] =>
  row
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
