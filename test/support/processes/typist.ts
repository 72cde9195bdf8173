import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'

/** A text on standard error, and the keys that a person types when it appears. */
export type TypingStep = readonly [shown: string | RegExp, keys: string]

export const keys = {
  enter: '\r',
  escape: '\x1b',
  ctrlC: '\x03',
  up: '\x1b[A',
  down: '\x1b[B',
  space: ' ',
} as const

/** A test that waits for a text that never appears ends with exit 130 and shows what was there instead. */
const patienceMs = 5000

/** A terminal's standard input: each step is typed once its text is shown after the keys before it. */
export function typist(steps: readonly TypingStep[]) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} })
  let at = 0
  let seen = ''
  let impatience: NodeJS.Timeout | undefined
  return {
    stdin,
    /** The steps that were not reached. */
    left: () => steps.slice(at).map(([shown]) => String(shown)),
    see(text: string): void {
      seen += stripVTControlCharacters(text)
      clearTimeout(impatience)
      impatience = setTimeout(() => stdin.write(keys.ctrlC), patienceMs).unref()
      const step = steps[at]
      if (!step) return
      const [shown, typed] = step
      if (!(typeof shown === 'string' ? seen.includes(shown) : shown.test(seen))) return
      at++
      seen = ''
      // A prompt listens to keys once it has been drawn.
      setImmediate(() => stdin.write(typed))
    },
  }
}
