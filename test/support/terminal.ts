import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createScreen } from './screen.ts'
import { waitFor } from './wait.ts'

export interface TerminalOptions {
  folder: string
  columns?: number
  env?: Record<string, string>
}

export interface Terminal {
  /** As keys: `\r` is Enter, `\x03` Ctrl-C. */
  type(keys: string): void
  /** Everything that came, with what steers the terminal. */
  raw(): string
  /** What stands on it now. */
  shown(): string
  hasWrapped(): boolean
  /** Until this stands on it. */
  sees(what: RegExp): Promise<void>
  ended: Promise<number | null>
}

export const ctrlC = '\x03'
export const ctrlD = '\x04'
export const enter = '\r'

/** `script` of util-linux, which every Debian has. That of other systems takes other words. */
export const hasTerminals =
  process.platform === 'linux' && spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0

const living = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL')
})

/** A line of a shell in a pseudo-terminal of its own; `remite` in it is the built program. */
export function openTerminal(line: string, options: TerminalOptions): Terminal {
  const { folder, columns = 80, env = {} } = options
  const remite = `remite() { '${process.execPath}' '${resolve('bin/remite.js')}' "$@"; }`
  const shell = `stty cols ${columns} rows 24; ${remite}; ${line}`
  // It echoes what is typed, as a terminal does unless a prompt turns that off.
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
      ...env,
    },
  })
  living.add(child)
  const screen = createScreen(columns)
  let raw = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    raw += text
    screen.write(text)
  })
  const shown = () => screen.lines().join('\n')
  const ended = once(child, 'close').then(([code]) => {
    living.delete(child)
    return code
  })
  return {
    type: (keys) => void child.stdin.write(keys),
    raw: () => raw,
    shown,
    hasWrapped: screen.hasWrapped,
    async sees(what) {
      await waitFor(() => what.test(shown()), 20_000).catch(() => {
        throw new Error(`${what} is not to be seen:\n${shown()}`)
      })
    },
    ended,
  }
}
