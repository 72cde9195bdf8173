import type { Writable } from 'node:stream'

/** A program such as `less` that shows long output one screen at a time. */
export interface Pager {
  readonly input: Writable
  /** Resolves when the user has left the pager or pressed Ctrl-C: nothing more needs to be fetched. */
  readonly left: Promise<void>
  isLeft(): boolean
  /** Ends the input and waits until the user has left the pager. */
  end(): Promise<void>
}

/** While a pager has the terminal, Ctrl-C ends its input and not the run. */
let interruptOpen: (() => void) | undefined
let wasLeftEarly = false

/** Returns false when no pager is open. */
export function interruptPager(): boolean {
  interruptOpen?.()
  return interruptOpen !== undefined
}

/** Whether a pager was left before the end of its input. A pending request may still be open. */
export const wasPagerLeft = (): boolean => wasLeftEarly

interface PagerOptions {
  env: NodeJS.ProcessEnv
  /** Long lines scroll instead of wrapping. */
  isWide: boolean
  /** `less` otherwise asks the locale, which is often not installed. */
  unicode: boolean
}

/** Starts a pager on this terminal. Returns undefined when the program does not exist. */
export async function openPager(
  program: string,
  { env, isWide, unicode }: PagerOptions,
): Promise<Pager | undefined> {
  const { spawn } = await import('node:child_process')
  const [name, ...args] = commandOf(program)
  const child = spawn(name, args, {
    env: {
      ...(unicode && { LESSCHARSET: 'utf-8' }),
      LV: '-c',
      ...env,
      LESS: lessOptions(env.LESS, isWide),
    },
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const isStarted = await new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false))
    child.once('spawn', () => resolve(true))
  })
  if (!isStarted) return undefined

  const leaving = new AbortController()
  const left = new Promise<void>((resolve) => {
    leaving.signal.addEventListener('abort', () => resolve())
  })
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
  })
  const leave = () => leaving.abort()
  exited.then(leave)
  child.stdin.on('error', leave)
  interruptOpen = leave
  return {
    input: child.stdin,
    left,
    isLeft: () => leaving.signal.aborted,
    async end() {
      wasLeftEarly ||= leaving.signal.aborted
      child.stdin.end()
      await exited
      interruptOpen = undefined
    },
  }
}

/** A plain command runs directly, so that a missing program is noticed. Any other one needs a shell. */
function commandOf(program: string): readonly [string, ...string[]] {
  const [name = '', ...args] = program.trim().split(/\s+/)
  return /^[\w\s.,:/\\+=@%-]+$/.test(program) ? [name, ...args] : ['/bin/sh', '-c', program]
}

/** As git: leave at once if everything fits, keep colors, and do not clear the screen. */
const lessOptions = (given: string | undefined, isWide: boolean): string =>
  (given ?? 'FRX') + (isWide ? ' -S' : '')
