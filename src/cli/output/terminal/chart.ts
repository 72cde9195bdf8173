import { oneLine } from '../../../core/safe-text.ts'
import type { Bar, Chart, Point } from '../document.ts'
import type { Screen } from '../screen.ts'
import { cut, displayWidth, padEnd, padStart } from '../width.ts'
import { drawFlow } from './flow.ts'

/** On a wider chart the eye loses the line between a bar and its number. */
const maxWidth = 80

const minBarWidth = 8
const maxLabelWidth = 32

/**
 * With this width the hours of a day fill the screen, and the days of a week are still seven steps.
 */
const maxPointWidth = 3

/** Returns an empty string if there is no data: other servers return less than ours. */
export function drawChart(chart: Chart, screen: Screen): string {
  const drawn = drawKind(chart, screen)
  return drawn === '' ? '' : `${screen.palette.bold(screen.label(chart.title))}\n${drawn}`
}

function drawKind(chart: Chart, screen: Screen): string {
  if (chart.kind === 'flow') return drawFlow(chart.steps, screen)
  return chart.kind === 'bars'
    ? drawBars(chart.bars.filter(hasValue), screen)
    : drawSeries(chart.points.filter(hasValue), screen)
}

const hasValue = ({ value }: { value: number }): boolean => Number.isFinite(value)

/** Draws horizontal bars on one scale, each with its value and optional share. */
function drawBars(bars: readonly Bar[], screen: Screen): string {
  const ellipsis = screen.unicode ? '…' : '~'
  const rows = bars.map(({ label, value, share }) => ({
    label: cut(oneLine(screen.label(label)), maxLabelWidth, ellipsis),
    value,
    figure: screen.local.number(value),
    share: share === undefined ? '' : screen.local.percent(share),
  }))
  const labels = widestOf(rows.map(({ label }) => label))
  const figures = widestOf(rows.map(({ figure }) => figure))
  const shares = widestOf(rows.map(({ share }) => share))
  const taken = labels + figures + 4 + (shares > 0 ? shares + 2 : 0)
  const room = Math.max(minBarWidth, Math.min(screen.width, maxWidth) - taken)
  const most = Math.max(0, ...rows.map(({ value }) => value))
  return rows
    .map(({ label, value, figure, share }) => {
      const bar = drawBar(most > 0 ? value / most : 0, room, screen.unicode)
      const cells = [
        padEnd(label, labels),
        screen.palette.value(padEnd(bar, room)),
        padStart(figure, figures),
        padStart(share, shares),
      ]
      return `${cells.join('  ').trimEnd()}\n`
    })
    .join('')
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█']

/** Draws a bar of `share` × `width` cells. Any value above zero is visible. */
export function drawBar(share: number, width: number, unicode: boolean): string {
  const cells = Math.min(1, Math.max(0, share)) * width
  if (!unicode) return '#'.repeat(share > 0 ? Math.max(1, Math.round(cells)) : 0)
  const steps = share > 0 ? Math.max(1, Math.round(cells * 8)) : 0
  return '█'.repeat(Math.floor(steps / 8)) + (eighths[steps % 8] ?? '')
}

/** Draws a sparkline above its first and last time, and a line of text with the highest point. */
function drawSeries(points: readonly Point[], screen: Screen): string {
  const { local, messages, palette } = screen
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return ''
  const room = Math.min(screen.width, maxWidth)
  const each = Math.max(1, Math.min(maxPointWidth, Math.floor(room / points.length)))
  const line = drawSparkline(
    points.flatMap(({ value }) => Array.from({ length: each }, () => value)),
    { width: room, unicode: screen.unicode },
  )
  const highest = points.reduce((top, point) => (point.value > top.value ? point : top), first)
  const from = local.value(first.time, 'time')
  const to = local.value(last.time, 'time')
  const spare = displayWidth(line) - displayWidth(from) - displayWidth(to)
  const between = spare >= 2 ? ' '.repeat(spare) : screen.unicode ? ' – ' : ' - '
  const peak = messages.peak(local.number(highest.value), local.value(highest.time, 'time'))
  return `${palette.value(line)}\n${palette.dim(from + between + to)}\n${palette.dim(peak)}\n`
}

const levels = '▁▂▃▄▅▆▇█'
const plainLevels = '_.:-=+*#'

/**
 * Draws one cell per value. If values must share a cell, it shows the highest, so that no peak is
 * lost.
 */
export function drawSparkline(
  values: readonly number[],
  { width, unicode }: { width: number; unicode: boolean },
): string {
  const cells = Math.min(values.length, width)
  const heights = Array.from({ length: cells }, (_, cell) => {
    const start = Math.floor((cell * values.length) / cells)
    const end = Math.floor(((cell + 1) * values.length) / cells)
    return Math.max(...values.slice(start, end))
  })
  const most = Math.max(0, ...heights)
  const steps = unicode ? levels : plainLevels
  return heights
    .map((height) => {
      const level = most > 0 ? Math.ceil((Math.max(0, height) / most) * (steps.length - 1)) : 0
      return steps[level] ?? ''
    })
    .join('')
}

const widestOf = (texts: readonly string[]): number => Math.max(0, ...texts.map(displayWidth))
