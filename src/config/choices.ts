/** In a file of its own, because help reads these choices and must not load the settings. */
export const outputFormats = ['table', 'json', 'ndjson', 'csv', 'tsv', 'ids'] as const
export type OutputFormat = (typeof outputFormats)[number]

export const colorChoices = ['auto', 'always', 'never'] as const
export type ColorChoice = (typeof colorChoices)[number]
