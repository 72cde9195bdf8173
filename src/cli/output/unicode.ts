/**
 * Whether the terminal can display more than ASCII: decided by its locale. On Windows, only the
 * newer terminals have signs such as ✔ in their fonts; the console shows boxes.
 */
export function hasUnicode(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (env.TERM === 'dumb' || env.TERM === 'linux') return false
  if (platform === 'win32') return isNewWindowsTerminal(env)
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || ''
  return /utf-?8/i.test(locale)
}

const isNewWindowsTerminal = (env: NodeJS.ProcessEnv): boolean =>
  Boolean(env.WT_SESSION || env.ConEmuTask) ||
  env.TERM_PROGRAM === 'vscode' ||
  /^(xterm|alacritty|rxvt|mintty)/.test(env.TERM ?? '') ||
  env.TERMINAL_EMULATOR === 'JetBrains-JediTerm'
