/**
 * Whether the terminal can display more than ASCII: decided by its locale. Current Windows
 * terminals can.
 */
export function hasUnicode(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (env.TERM === 'dumb' || env.TERM === 'linux') return false
  if (platform === 'win32') return true
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || ''
  return /utf-?8/i.test(locale)
}
