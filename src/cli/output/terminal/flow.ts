import { oneLine } from '../../../core/safe-text.ts'
import type { Step } from '../document.ts'
import type { Screen } from '../screen.ts'
import { cut, displayWidth, wrap } from '../width.ts'

interface Marks {
  fork: string
  last: string
  along: string
  jump: string
  ellipsis: string
}

const marks: Marks = { fork: '├─ ', last: '└─ ', along: '│  ', jump: '→ ', ellipsis: '…' }
const plainMarks: Marks = { fork: '|- ', last: '`- ', along: '|  ', jump: '-> ', ellipsis: '~' }

const indent = '   '

/** A step or branch. A long one goes on under `rest`. */
interface Line {
  head: string
  rest: string
  text: string
}

/** On a narrower line a deep step has too many lines. */
const minTextWidth = 16

/** Draws steps below each other. The steps of a branch are indented below its name. */
export function drawFlow(steps: readonly Step[], { unicode, width }: Screen): string {
  const drawn = unicode ? marks : plainMarks
  return linesOf(steps, '', drawn)
    .flatMap(({ head, rest, text }) => {
      const whole = head + text.trimEnd()
      if (displayWidth(whole) <= width) return [whole]
      const available = Math.max(minTextWidth, width - displayWidth(rest))
      return wrap(text.trimEnd(), available).map(
        (part, index) => (index === 0 ? head : rest) + part,
      )
    })
    .map((line) => `${cut(line, width, drawn.ellipsis)}\n`)
    .join('')
}

const linesOf = (steps: readonly Step[], before: string, drawn: Marks): Line[] =>
  steps.flatMap(({ label, note = '', branches = [], isJump }) => [
    {
      head: before + (isJump ? drawn.jump : ''),
      rest: before + (branches.length > 0 ? drawn.along : indent),
      text: `${oneLine(label)}  ${oneLine(note)}`,
    },
    ...branches.flatMap(({ label: branch, steps: inside }, index) => {
      const isLast = index === branches.length - 1
      const within = before + (isLast ? indent : drawn.along)
      const head = before + (isLast ? drawn.last : drawn.fork)
      return [{ head, rest: within, text: oneLine(branch) }, ...linesOf(inside, within, drawn)]
    }),
  ])
