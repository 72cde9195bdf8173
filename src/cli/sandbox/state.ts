import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stateFolder } from '../../config/folders.ts'
import { Failure } from '../../core/failure.ts'
import type { ConsentChange } from '../../messages/en/operating.ts'
import type { Context } from '../context/context.ts'

/** The state file of a running sandbox. Only its owner can read it. */
export interface SandboxState {
  pid: number
  url: string
  /** The SMTP address for bounces, as `HOST:PORT`. */
  bounces?: string | undefined
  /** `/health` answers it, which distinguishes this sandbox from another program on its port. */
  instance: string
  folder: string
  startedAt: string
  /** What its start changed for the people of an older database. */
  consentChange?: ConsentChange | undefined
}

interface Credentials {
  username: string
  pass: string
}

export const sandboxFolder = ({ environment, host }: Context): string =>
  join(stateFolder(environment, host.machine), 'sandbox')

const statePath = (folder: string): string => join(folder, 'running.json')
const credentialsPath = (folder: string): string => join(folder, 'account.json')

export const writeState = (state: SandboxState): void =>
  write(statePath(state.folder), { ...state, url: localUrlOf(state.url) })

/** A service that listens on all addresses answers this machine on loopback. */
const localUrlOf = (url: string): string =>
  url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')

export const removeState = (folder: string): void => rmSync(statePath(folder), { force: true })
export const readState = (folder: string): SandboxState | undefined => read(statePath(folder))

/** The account of the sandbox. It sends no real mail, so its password may be stored in a file. */
export const writeCredentials = (folder: string, credentials: Credentials): void =>
  write(credentialsPath(folder), credentials)
export const readCredentials = (folder: string): Credentials | undefined =>
  read(credentialsPath(folder))

const write = (path: string, content: object): void =>
  writeFileSync(path, `${JSON.stringify(content)}\n`, { mode: 0o600 })

function read<Content>(path: string): Content | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined // missing, or cut off by a kill: not running
  }
}

/** Returns the running sandbox: its state file exists and it answers at its address. */
export async function findSandbox(context: Context): Promise<SandboxState | undefined> {
  const state = readState(sandboxFolder(context))
  return state && (await answersAs(state)) ? state : undefined
}

export async function requireSandbox(context: Context): Promise<SandboxState> {
  const state = await findSandbox(context)
  if (!state) throw new Failure('sandbox_not_running')
  return state
}

const healthTimeoutMs = 2000

async function answersAs({ url, instance }: SandboxState): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/health', url), {
      signal: AbortSignal.timeout(healthTimeoutMs),
    })
    const health: unknown = await answer.json()
    return (
      typeof health === 'object' &&
      health !== null &&
      'instance' in health &&
      health.instance === instance
    )
  } catch {
    return false // no answer, or one of another program
  }
}
