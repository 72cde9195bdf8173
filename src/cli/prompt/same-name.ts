import { foldName } from '../../core/fold-name.ts'
import { stripControls } from '../../core/safe-text.ts'

/**
 * Whether the typed text is this name as it is displayed, without case and accents, as names are found. An empty name
 * never matches.
 */
export function isSameName(typed: string, name: string): boolean {
  const visible = asSeen(name)
  return visible !== '' && asSeen(typed) === visible
}

const asSeen = (name: string): string => foldName(stripControls(name).trim().replace(/\s+/g, ' '))
