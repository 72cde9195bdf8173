import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stateFolder } from '../../../config/folders.ts'
import { Failure } from '../../../core/failure.ts'
import type { Context } from '../../context.ts'

/** What a running sandbox leaves behind for those who want to find it, readable by its owner alone. */
export interface SandboxState {
  pid: number
  url: string
  /** Where it takes them by SMTP, as `HOST:PORT`. */
  bounces?: string | undefined
  /** Answered by `/health`: tells this sandbox from another program on its port. */
  instance: string
  folder: string
  startedAt: string
}

export interface Credentials {
  username: string
  pass: string
}

export const sandboxFolder = ({ environment, host }: Context): string =>
  join(stateFolder(environment, host.machine), 'sandbox')

const statePath = (folder: string): string => join(folder, 'running.json')
const credentialsPath = (folder: string): string => join(folder, 'account.json')

export const writeState = (state: SandboxState): void => write(statePath(state.folder), state)
export const removeState = (folder: string): void => rmSync(statePath(folder), { force: true })
export const readState = (folder: string): SandboxState | undefined => read(statePath(folder))

/** The sandbox's own account. It reaches nobody, so its password may lie beside it. */
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
    return undefined // Never there, or cut short by a kill: the same as not running.
  }
}

/** The running sandbox: its file is there, and who answers at its address is it. */
export async function findSandbox(context: Context): Promise<SandboxState | undefined> {
  const state = readState(sandboxFolder(context))
  return state && (await answersAs(state)) ? state : undefined
}

export async function needSandbox(context: Context): Promise<SandboxState> {
  const state = await findSandbox(context)
  if (!state) throw new Failure('sandbox_not_running')
  return state
}

const answerMs = 2000

async function answersAs({ url, instance }: SandboxState): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/health', url), { signal: AbortSignal.timeout(answerMs) })
    const health: unknown = await answer.json()
    return (
      typeof health === 'object' &&
      health !== null &&
      'instance' in health &&
      health.instance === instance
    )
  } catch {
    return false // Nobody is there, or somebody who speaks otherwise.
  }
}
