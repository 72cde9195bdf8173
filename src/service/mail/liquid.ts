import { type FilterImplOptions, Liquid, type LiquidOptions } from 'liquidjs'
import { escapeHtml } from '../../html/html.ts'
import { countLinesOnce } from './token-place.ts'

countLinesOnce()

// Characters of a source, and of a message. Making text of so much html takes a second.
export const LONGEST = 5_000_000

// What one author can make every recipient cost. Characters that filters and ranges may make:
const MEMORY = 1_000_000
// Time for one message; a usual one takes 0.1 ms, and a busy machine must not fail it.
const RENDER_MS = 500

// No include, render, layout: a template reads nothing but its values.
const TAGS = 'assign break capture case comment continue for if raw unless #'.split(' ')

/** For text and headers. Dates are rendered in UTC. */
export function textEngine(options: LiquidOptions = {}): Liquid {
  const liquid = new Liquid({
    // Without it the library would look for files in the working folder.
    templates: {},
    ownPropertyOnly: true,
    strictFilters: true,
    timezoneOffset: 0,
    parseLimit: LONGEST,
    memoryLimit: MEMORY,
    renderLimit: RENDER_MS,
    ...options,
  })
  for (const tag of Object.keys(liquid.tags)) if (!TAGS.includes(tag)) delete liquid.tags[tag]
  // Anybody can subscribe anybody with markup for a name.
  liquid.unregisterFilter('raw')
  return liquid
}

/** Every value is escaped, whatever filters it went through; the author's markup stays. */
export function htmlEngine(): Liquid {
  const liquid = textEngine({ outputEscape: (value) => escapeValue(textOf(value)) })
  // The output is escaped anyway, and nobody wants `&amp;amp;`.
  for (const filter of ['escape', 'escape_once', 'xml_escape']) {
    liquid.registerFilter(filter, textOf)
  }
  liquid.registerFilter('newline_to_br', lineBreaks)
  return liquid
}

/** An author may quote an attribute with either mark. */
export const escapeValue = (text: string): string => escapeHtml(text).replaceAll("'", '&#39;')

/** As Liquid writes a value. */
export const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value)

// `raw` tells the library that the value is escaped already, when the filter is the last.
const lineBreaks: FilterImplOptions = {
  raw: true,
  handler: (value: unknown) => escapeValue(textOf(value)).replace(/\r\n?|\n/g, '<br>\n'),
}
