import { stripControls } from '../../core/safe-text.ts'

/** Whether the typed text is this name as it is displayed. An empty name never matches. */
export function isSameName(typed: string, name: string): boolean {
  const visible = asSeen(name)
  return visible !== '' && asSeen(typed) === visible
}

const asSeen = (name: string): string =>
  stripControls(name).normalize('NFC').trim().replace(/\s+/g, ' ')
