import type { Environment } from '../../config/env.ts'
import { stateFolder } from '../../config/folders.ts'
import type { Host } from '../host/host.ts'
import { namesFile, namesKey } from './answer.ts'
import { rememberNames } from './names.ts'

interface ListedItems {
  environment: Environment
  host: Host
  apiUrl: string
  /** The path of the endpoint: `/campaigns` lists campaigns. */
  path: string
  items: readonly object[]
}

export function storeNames({ environment, host, apiUrl, path, items }: ListedItems): void {
  const noun = path.slice(1)
  rememberNames(namesFile(stateFolder(environment, host.machine)), namesKey(apiUrl, noun), items)
}
