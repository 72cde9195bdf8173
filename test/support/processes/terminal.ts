import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { waitFor } from '../wait.ts'
import { createScreen } from './screen.ts'

export interface TerminalOptions {
  folder: string
  columns?: number
  env?: Record<string, string>
}

export interface Terminal {
  /** Sends key presses. `\r` is Enter, `\x03` is Ctrl-C. */
  type(keys: string): void
  /** All output so far, with control sequences. */
  raw(): string
  /** The current text of the screen. */
  screenText(): string
  hasWrapped(): boolean
  /** Waits until the screen matches the pattern. */
  waitForText(pattern: RegExp): Promise<void>
  ended: Promise<number | null>
}

export const ctrlC = '\x03'
export const ctrlD = '\x04'
export const enter = '\r'

/** Whether `script` of util-linux is available. The `script` of other systems has other options. */
export const hasTerminals =
  process.platform === 'linux' && spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0

const runningProcesses = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of runningProcesses) child.kill('SIGKILL')
})

/** Runs a shell command in a new pseudo-terminal. `remite` in it is the built program. */
export function openTerminal(line: string, options: TerminalOptions): Terminal {
  const { folder, columns = 80, env = {} } = options
  const remite = `remite() { '${process.execPath}' '${resolve('bin/remite.js')}' "$@"; }`
  const shell = `stty cols ${columns} rows 24; ${remite}; ${line}`
  // `-E always` echoes the input, as a terminal does until a prompt turns that off.
  const child = spawn('script', ['-qefE', 'always', '-c', shell, '/dev/null'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      SHELL: '/bin/bash',
      TERM: 'xterm-256color',
      LANG: 'en_US.UTF-8',
      HOME: folder,
      REMITE_CONFIG_DIR: folder,
      REMITE_STATE_DIR: folder,
      // A pager would wait for a key.
      REMITE_PAGER: '',
      ...env,
    },
  })
  runningProcesses.add(child)
  const screen = createScreen(columns)
  let raw = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    raw += text
    screen.write(text)
  })
  const screenText = () => screen.lines().join('\n')
  const ended = once(child, 'close').then(([code]) => {
    runningProcesses.delete(child)
    return code
  })
  return {
    type: (keys) => void child.stdin.write(keys),
    raw: () => raw,
    screenText,
    hasWrapped: screen.hasWrapped,
    async waitForText(pattern) {
      await waitFor(() => pattern.test(screenText()), 20_000).catch(() => {
        throw new Error(`${pattern} is not to be seen:\n${screenText()}`)
      })
    },
    ended,
  }
}
