import { text } from '../command/view.ts'

/** The flags for the wire fields of a brand. The account is the one that is logged in. */
export const brandFlags = {
  id: { from: 'session' },
  list_id: { name: 'list' },
  logo_url: { name: 'logo' },
  // `--color` is a global flag.
  color: { name: 'accent-color' },
} as const

const names = ['name', 'logo_url', 'color', 'font', 'site', 'address', 'privacy_url'] as const

/** What subscribers see. `-o json` also shows what is set for the list or the account itself. */
export const brandFields = names.map((name) => ({ ...text(`shown.${name}`), header: name }))
