import { LiquidError } from 'liquidjs'
import { Failure } from '../../core/failure.ts'
import { escapeValue, htmlEngine, LONGEST, textEngine, textOf } from './liquid.ts'
import { compileEncoder } from './merge-encoder.ts'
import { type EncodedText, encodeText } from './transfer.ts'

export type MergeKind = 'html' | 'text' | 'header'

/** What the tags may name: `email`, `nombre`, the custom fields by key, the links of the recipient. */
export type MergeValues = Readonly<Record<string, string | number | boolean | null>>

export interface Merge {
  /** The names that its tags read. */
  readonly variables: ReadonlySet<string>
  render(values: MergeValues): string
  /** The same, as a message carries it. */
  encode(values: MergeValues): EncodedText
}

const LONGEST_EXCERPT = 80

// A long newsletter has some hundreds. The library's time grows with their square beyond some 10,000.
const MOST_TAGS = 5000

const engines = { html: htmlEngine(), text: textEngine(), header: textEngine() }

/**
 * Parses Liquid once for many recipients. In html every value is escaped and the author's markup
 * stays; a header loses its control characters. A broken tag is `merge_tag_broken`, with `place`.
 */
export function compileMerge(source: string, kind: MergeKind, place: string = kind): Merge {
  refuseLonger(source, place)
  const tags = source.match(/\{[{%]/g)?.length ?? 0
  if (tags > MOST_TAGS) throw tooLarge(place)
  if (tags === 0) {
    const text = finish(source, kind, place)
    const encoded = encodeText(text)
    return { variables: new Set(), render: () => text, encode: () => encoded }
  }
  return attempt(place, () => {
    const liquid = engines[kind]
    const templates = liquid.parse(source)
    const render = (values: MergeValues) =>
      attempt(place, () => finish(liquid.renderSync(templates, values), kind, place))
    const encode = compileEncoder(source, {
      longest: LONGEST,
      show: kind === 'html' ? (value) => escapeValue(textOf(value)) : textOf,
      compileLiquid(part) {
        const parts = liquid.parse(part)
        return (values) => liquid.renderSync(parts, values)
      },
    })
    return {
      variables: new Set(liquid.globalVariablesSync(templates)),
      render,
      // Where it cannot be done in pieces, and where it fails, the whole says what is wrong and where.
      encode: (values) => unlessBroken(() => encode(values)) ?? encodeText(render(values)),
    }
  })
}

/** So that the footer is added only where the author gave no link. */
export const mentions = (merge: Merge, name: string): boolean => merge.variables.has(name)

function finish(text: string, kind: MergeKind, place: string): string {
  refuseLonger(text, place)
  return kind === 'header' ? text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim() : text
}

function refuseLonger(text: string, place: string): void {
  if (text.length > LONGEST) throw tooLarge(place)
}

const tooLarge = (place: string): Failure => new Failure('body_too_large', { values: { place } })

function unlessBroken<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    if (LiquidError.is(error)) return undefined
    throw error
  }
}

function attempt<T>(place: string, run: () => T): T {
  try {
    return run()
  } catch (cause) {
    if (!LiquidError.is(cause)) throw cause
    throw broken(place, cause.token.getPosition()[0] ?? 1, cause.token.getText(), cause)
  }
}

// The excerpt and not the library's English: the sentence around it is in the reader's language.
function broken(place: string, line: number, source: string, cause?: unknown): Failure {
  const message = source.slice(0, LONGEST_EXCERPT).replace(/\s+/g, ' ')
  return new Failure('merge_tag_broken', { values: { place, line, message } }, { cause })
}
