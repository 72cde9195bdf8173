/** Apart from the settings they are choices of: help reads them, and must not load what settings need. */
export const outputFormats = ['table', 'json', 'ndjson', 'csv', 'tsv', 'ids'] as const
export type OutputFormat = (typeof outputFormats)[number]

export const colorChoices = ['auto', 'always', 'never'] as const
export type ColorChoice = (typeof colorChoices)[number]
