import type { Environment } from '../../config/env.ts'
import { stateFolder } from '../../config/folders.ts'
import type { Host } from '../host.ts'
import { namesFile, namesKey } from './answer.ts'
import { rememberNames } from './names.ts'

interface Seen {
  environment: Environment
  host: Host
  apiUrl: string
  /** Of the endpoint: `/campaigns` lists campaigns. */
  path: string
  items: readonly object[]
}

export function keepNames({ environment, host, apiUrl, path, items }: Seen): void {
  const noun = path.slice(1)
  rememberNames(namesFile(stateFolder(environment, host.machine)), namesKey(apiUrl, noun), items)
}
