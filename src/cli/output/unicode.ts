/** Whether the terminal can show more than ASCII: by its locale; Windows terminals of today can. */
export function hasUnicode(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (env.TERM === 'dumb' || env.TERM === 'linux') return false
  if (platform === 'win32') return true
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || ''
  return /utf-?8/i.test(locale)
}
