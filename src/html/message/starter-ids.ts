/** The starter templates, in the order of lists. */
export const starterIds = [
  'newsletter',
  'announcement',
  'products',
  'invitation',
  'welcome',
  'receipt',
  'win-back',
  'letter',
] as const
export type StarterId = (typeof starterIds)[number]
