/** The flags of every `edit` verb. */
export const editorOptions = {
  editor: { kind: 'switch' },
  watch: { kind: 'text', placeholder: 'FILE' },
  save: { kind: 'switch' },
  autosave: { kind: 'text', placeholder: 'DURATION' },
  'no-autosave': { kind: 'switch' },
  'no-browser': { kind: 'switch' },
} as const

/** The failures of every `edit` verb. */
export const editorFailures = [
  'not_logged_in',
  'no_dry_run',
  'file_unreadable',
  'file_empty',
  'edited_meanwhile',
  'state_unwritable',
  'disk_full',
  'interrupted',
  'terminated',
] as const

export interface EditorOptions {
  editor?: boolean
  watch?: string
  save?: boolean
  autosave?: string
  'no-autosave'?: boolean
  'no-browser'?: boolean
}
