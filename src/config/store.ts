import { basename, dirname } from 'node:path'
import Conf from 'conf'

/**
 * The one door to conf: 30 ms to load even when bundled, so it is imported only to write.
 * Names with dots are names, not paths. A file that holds no JSON makes it throw.
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
