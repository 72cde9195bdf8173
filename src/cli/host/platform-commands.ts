interface Desktop {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
}

/** Returns the command that opens an address in the browser; undefined where there is no screen. */
export function browserCommand(
  url: string,
  { platform, env }: Desktop,
): readonly string[] | undefined {
  if (platform === 'darwin') return ['open', url]
  // `cmd /c start` would read an & of the address as the end of the command.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url]
  const hasScreen = env.DISPLAY !== undefined || env.WAYLAND_DISPLAY !== undefined
  return hasScreen ? ['xdg-open', url] : undefined
}

export const editorName = ({ platform, env }: Desktop): string =>
  env.VISUAL || env.EDITOR || (platform === 'win32' ? 'notepad' : 'vi')

/**
 * Builds the command as git does: the variable is part of a shell command (`code --wait`), the file
 * a separate argument. Windows has no `sh`, so there the words are split at blanks outside double
 * quotes (`"C:\Program Files\Editor\editor.exe" -n`).
 */
export function editorCommand(
  editor: string,
  file: string,
  platform: NodeJS.Platform,
): readonly string[] {
  if (platform !== 'win32') return ['/bin/sh', '-c', `${editor} "$@"`, editor, file]
  const words = [...editor.matchAll(/"([^"]*)"|(\S+)/g)]
  return [...words.map(([, quoted, plain]) => quoted ?? plain ?? ''), file]
}
