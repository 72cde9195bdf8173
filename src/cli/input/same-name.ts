import { stripControls } from '../../core/safe-text.ts'

/** Whether somebody typed this name, which they can only do as they see it. */
export const isSameName = (typed: string, name: string): boolean => seen(typed) === seen(name)

const seen = (name: string): string =>
  stripControls(name).normalize('NFC').trim().replace(/\s+/g, ' ')
