import { posix, win32 } from 'node:path'
import type { Environment } from './env.ts'

interface Machine {
  platform: NodeJS.Platform
  home: string
}

/** Returns the folder of settings and sessions. */
export function configFolder(environment: Environment, { platform, home }: Machine): string {
  if (environment.configDir) return environment.configDir
  const { join, isAbsolute } = pathsOf(platform)
  const { xdgConfigHome, appData } = environment
  // The XDG specification says to ignore relative paths.
  if (xdgConfigHome && isAbsolute(xdgConfigHome)) return join(xdgConfigHome, 'remite')
  if (platform === 'win32') return join(appData ?? join(home, 'AppData', 'Roaming'), 'remite')
  if (platform === 'darwin') return join(home, 'Library', 'Preferences', 'remite')
  return join(home, '.config', 'remite')
}

/** Returns the folder of journals and locks. */
export function stateFolder(environment: Environment, { platform, home }: Machine): string {
  if (environment.stateDir) return environment.stateDir
  const { join, isAbsolute } = pathsOf(platform)
  const { xdgStateHome, localAppData } = environment
  if (xdgStateHome && isAbsolute(xdgStateHome)) return join(xdgStateHome, 'remite')
  if (platform === 'win32') return join(localAppData ?? join(home, 'AppData', 'Local'), 'remite')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'remite')
  return join(home, '.local', 'state', 'remite')
}

/** Whether a folder is inside the user's own. */
export function isWithin({ platform, home }: Machine, folder: string): boolean {
  const { relative, isAbsolute } = pathsOf(platform)
  const way = relative(home, folder)
  return !way.startsWith('..') && !isAbsolute(way)
}

const pathsOf = (platform: NodeJS.Platform) => (platform === 'win32' ? win32 : posix)
