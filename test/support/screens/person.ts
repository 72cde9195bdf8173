import { PassThrough, Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { Terminal } from '@xterm/headless'
import { run } from '../../../src/cli/main.ts'
import type { Clock } from '../../../src/core/clock.ts'
import { describeStyles } from './marks.ts'

/** Keys that a person types once the screen shows the text. */
export type Answer = readonly [shown: RegExp, keys: string]

export interface PersonOptions {
  columns: number
  env: Record<string, string>
  home: string
  clock: Clock
  /** Replaces what differs from run to run, such as ports, by something of the same length. */
  mask(text: string): string
}

export interface CommandOptions {
  answers?: readonly Answer[]
  /** Presses Ctrl-C once the screen shows this. */
  interruptAt?: RegExp
}

/** A screen that stays the same for so long, also on a busy machine, waits for an answer. */
const patienceMs = 30_000

const rows = 24
const ctrlC = '\x03'

/** Runs command lines at a terminal emulator. Returns what the person sees, after all wrapping. */
export function createPerson(options: PersonOptions) {
  const { columns, env, home, clock, mask } = options

  return async (shown: string, argv: string[], command: CommandOptions = {}): Promise<string> => {
    const terminal = new Terminal({
      cols: columns,
      rows,
      scrollback: 5000,
      convertEol: true,
      allowProposedApi: true,
    })
    const answers = [...(command.answers ?? [])]
    const stopping = new AbortController()
    /** The screen before Ctrl-C. */
    const seen: string[] = []
    const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin })

    let changedAt = performance.now()
    const tail = (): string => linesOf(terminal).slice(-rows).join('\n')
    const react = () => {
      changedAt = performance.now()
      if (seen.length === 0 && command.interruptAt?.test(tail())) {
        seen.push(...linesOf(terminal), '^C')
        terminal.reset()
        stopping.abort('SIGINT')
      }
      const [next] = answers
      if (!next || !isShown(next[0], tail())) return
      answers.shift()
      setImmediate(() => stdin.write(next[1]))
    }
    const stream = () => {
      const writable: Writable = new Writable({
        write(chunk, _, done) {
          terminal.write(mask(String(chunk)), () => {
            react()
          })
          done()
        },
      })
      // A prompt ends its output, and the streams of a process stay open then.
      return Object.assign(writable, { isTTY: true, columns, rows, end: () => writable })
    }
    const written = (text: string) => new Promise<void>((done) => terminal.write(text, done))

    await written(`$ ${shown}\n`)
    const ended = run({
      argv,
      env: { LANG: 'en_US.UTF-8', TERM: 'xterm-256color', REMITE_PAGER: '', ...env },
      stdin,
      stdout: stream(),
      stderr: stream(),
      machine: { platform: 'linux', home },
      timezone: 'Europe/Madrid',
      clock,
      stopped: stopping.signal,
    })
    const ending = new AbortController()
    const code = await Promise.race([ended, untilStill(() => changedAt, ending.signal)])
    ending.abort()
    if (code === undefined) {
      stdin.write(ctrlC)
      stopping.abort('SIGINT')
      throw new Error(`${shown} waits for an answer:\n${tail()}`)
    }
    await written('')
    const [unasked] = answers
    if (unasked) throw new Error(`${shown} does not ask ${unasked[0]}:\n${tail()}`)
    const exit = code === 0 ? [] : [`(exit code ${code})`]
    const text = [...seen, ...linesOf(terminal), ...exit, ...describeStyles(terminal.buffer.active)]
    terminal.dispose()
    return text.join('\n')
  }
}

/** Ends when the screen has not changed for as long as a person would wait. */
async function untilStill(changedAt: () => number, signal: AbortSignal): Promise<undefined> {
  const left = () => changedAt() + patienceMs - performance.now()
  while (!signal.aborted && left() > 0) await pause(left(), undefined, { signal }).catch(() => {})
}

/** Whether the screen shows a text, also where a narrow terminal breaks it. */
const isShown = (text: RegExp, screen: string): boolean =>
  text.test(screen) || text.test(screen.replace(/↩?\n/g, ''))

/** The lines from the first to the last that is not empty. `↩` marks one that the terminal broke. */
function linesOf({ buffer: { active } }: Terminal): string[] {
  const lines: string[] = []
  for (let row = 0; row < active.length; row++) {
    const line = active.getLine(row)
    const isBroken = active.getLine(row + 1)?.isWrapped === true
    const text = line?.translateToString(true) ?? ''
    lines.push(isBroken ? `${text}↩` : text.trimEnd())
  }
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1)
}
