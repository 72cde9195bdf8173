import { basename, dirname } from 'node:path'
import Conf from 'conf'

/**
 * The only module that imports conf. It takes 30 ms to load even when bundled, so it is imported
 * only to write. Names with dots are names, not paths. conf throws for a file that is not JSON.
 */
export function writeStore(path: string, content: Record<string, unknown>): void {
  const conf = new Conf<Record<string, unknown>>({
    cwd: dirname(path),
    configName: basename(path, '.json'),
    configFileMode: 0o600,
    accessPropertiesByDotNotation: false,
  })
  conf.store = content
}
