import { oneLine } from '../../core/safe-text.ts'
import type { Step } from './document.ts'
import type { Screen } from './screen.ts'
import { cut } from './width.ts'

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

/** Draws steps below each other. The steps of a branch are indented below its name. */
export function drawFlow(steps: readonly Step[], screen: Screen): string {
  const drawn = screen.unicode ? marks : plainMarks
  return linesOf(steps, '', drawn)
    .map((line) => `${cut(line.trimEnd(), screen.width, drawn.ellipsis)}\n`)
    .join('')
}

const linesOf = (steps: readonly Step[], before: string, drawn: Marks): string[] =>
  steps.flatMap(({ label, note = '', branches = [], isJump }) => [
    `${before}${isJump ? drawn.jump : ''}${oneLine(label)}  ${oneLine(note)}`,
    ...branches.flatMap(({ label: branch, steps: inside }, index) => {
      const isLast = index === branches.length - 1
      const head = `${before}${isLast ? drawn.last : drawn.fork}${oneLine(branch)}`
      return [head, ...linesOf(inside, before + (isLast ? indent : drawn.along), drawn)]
    }),
  ])
