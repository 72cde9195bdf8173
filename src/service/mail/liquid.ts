import { type FilterImplOptions, Liquid, type LiquidOptions } from 'liquidjs'
import { escapeHtml } from '../../html/html.ts'
import { installPositionLookup } from './liquid-position.ts'

installPositionLookup()

// Maximum characters of a template and of a message. Converting this much HTML to text takes a
// second.
export const MAX_CHARACTERS = 5_000_000

// Limits on what a template may cost for every recipient. Characters that filters and ranges may
// create:
const MEMORY = 1_000_000
// Time to render one message. Usually 0.1 ms; the limit leaves room for a busy machine.
const RENDER_MS = 500

// Excludes include, render and layout: a template only reads its values.
const TAGS = 'assign break capture case comment continue for if raw unless #'.split(' ')

/** Creates the engine for text and headers. Dates are rendered in UTC. */
export function textEngine(options: LiquidOptions = {}): Liquid {
  const liquid = new Liquid({
    // Without it, the library would load files from the working directory.
    templates: {},
    ownPropertyOnly: true,
    strictFilters: true,
    timezoneOffset: 0,
    parseLimit: MAX_CHARACTERS,
    memoryLimit: MEMORY,
    renderLimit: RENDER_MS,
    ...options,
  })
  for (const tag of Object.keys(liquid.tags)) if (!TAGS.includes(tag)) delete liquid.tags[tag]
  // Anyone can subscribe an address with markup as its name.
  liquid.unregisterFilter('raw')
  return liquid
}

/**
 * Creates the engine for HTML. It escapes every value, whatever filters are applied, but not the
 * author's markup.
 */
export function htmlEngine(): Liquid {
  const liquid = textEngine({ outputEscape: (value) => escapeValue(textOf(value)) })
  // The output is escaped later; escaping twice would show `&amp;amp;`.
  for (const filter of ['escape', 'escape_once', 'xml_escape']) {
    liquid.registerFilter(filter, textOf)
  }
  liquid.registerFilter('newline_to_br', lineBreaks)
  return liquid
}

/** Escapes both quotes, since an attribute may use either. */
export const escapeValue = (text: string): string => escapeHtml(text).replaceAll("'", '&#39;')

/** Converts a value to text as Liquid does. */
export const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value)

// `raw` marks the output as escaped, if the filter is the last.
const lineBreaks: FilterImplOptions = {
  raw: true,
  handler: (value: unknown) => escapeValue(textOf(value)).replace(/\r\n?|\n/g, '<br>\n'),
}
