import type { MessageBrand } from '../../../html/message/theme.ts'

/** Changes that were not saved. */
export interface UnsavedDraft {
  /** ISO 8601. */
  at: string
  /** The version that the changes were made to. */
  version?: string
  content: Content
}

/** The fields that the editor changes, with their API names. */
export interface Content {
  asunto: string
  preheader: string
  html: string
}

export interface Loaded extends Content {
  /** The keys of the merge tags. */
  tags: string[]
  brand: MessageBrand
  key: string
  /** The parts that this kind of message has. */
  parts: string[]
  version?: string
  autosaveMs?: number
  canTest: boolean
  /** Whether the preview is rendered for a contact. */
  isRendered: boolean
  earlier?: UnsavedDraft
}

export interface Saved extends Content {
  version?: string
  /** ISO 8601. */
  time: string
  /** Where the replaced version is. */
  file?: string
}

export const isSame = (a: Content, b: Content): boolean =>
  a.html === b.html && a.asunto === b.asunto && a.preheader === b.preheader

export const timeOf = (time: string): string =>
  new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: 'short' }).format(
    Date.parse(time),
  )
