/** Terminals that print the sequence as garbage are more of a nuisance than a missing link. */
const knownPrograms = new Set([
  ...['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper', 'Tabby', 'rio', 'zed', 'WarpTerminal'],
])
const knownTerms = new Set([
  'xterm-kitty',
  'xterm-ghostty',
  'alacritty',
  'foot',
  'contour',
  'wezterm',
])

/** The first VTE (GNOME Terminal and others) that does not crash on a link: 0.50.1. */
const minVte = 5001

/** Whether the terminal makes a link of OSC 8: there is no way to ask it. */
export function takesHyperlinks(env: NodeJS.ProcessEnv): boolean {
  const { FORCE_HYPERLINK: forced, TERM = '', TERM_PROGRAM = '', VTE_VERSION, WT_SESSION } = env
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  // A multiplexer may drop the sequence, and it inherits the variables of the terminal around it.
  if (env.CI || TERM === 'dumb' || env.TMUX || TERM.startsWith('screen')) return false
  return (
    WT_SESSION !== undefined ||
    Number(VTE_VERSION) >= minVte ||
    knownPrograms.has(TERM_PROGRAM) ||
    knownTerms.has(TERM)
  )
}

const page = /^https?:\/\/[^\s\p{C}]+$/u
const address = /^[^\s@<>()"\p{C}]+@[^\s@<>()"\p{C}]+\.[^\s@<>()"\p{C}]+$/u

/** Returns the target of a value that is a page or an e-mail address. */
export function targetOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  if (page.test(value)) return value
  return address.test(value) ? `mailto:${value}` : undefined
}

/** Makes the text a link. The sequence takes no cells. */
export const hyperlink = (text: string, target: string): string =>
  `\x1b]8;;${target}\x1b\\${text}\x1b]8;;\x1b\\`
