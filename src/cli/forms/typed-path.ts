import { join } from 'node:path'

/** Returns a path as a shell would pass it: without quotation marks, and with `~` for the home folder. */
export function typedPath(text: string, home: string): string {
  const [, , inner = text.trim()] = /^(['"])(.*)\1$/.exec(text.trim()) ?? []
  return /^~(?=\/|$)/.test(inner) ? join(home, inner.slice(1)) : inner
}
