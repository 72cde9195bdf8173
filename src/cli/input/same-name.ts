import { stripControls } from '../../core/safe-text.ts'

/** Whether somebody typed this name, which they can only do as they see it. Nothing names nothing. */
export function isSameName(typed: string, name: string): boolean {
  const visible = asSeen(name)
  return visible !== '' && asSeen(typed) === visible
}

const asSeen = (name: string): string =>
  stripControls(name).normalize('NFC').trim().replace(/\s+/g, ' ')
