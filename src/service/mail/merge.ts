import { LiquidError } from 'liquidjs'
import { Failure } from '../../core/failure.ts'
import { escapeValue, htmlEngine, MAX_CHARACTERS, textEngine, textOf } from './liquid.ts'
import { compileEncoder } from './merge-encoder.ts'
import { type EncodedText, encodeText } from './transfer.ts'

type MergeKind = 'html' | 'text' | 'header'

/** Values for merge tags: `email`, `nombre`, custom fields by key, and links of the recipient. */
export type MergeValues = Readonly<Record<string, string | number | boolean | null>>

interface Merge {
  /** The variable names that the tags read. */
  readonly variables: ReadonlySet<string>
  render(values: MergeValues): string
  /** The same in transfer encoding. */
  encode(values: MergeValues): EncodedText
}

const MAX_EXCERPT = 80

// A long newsletter has some hundreds. The time of the library is quadratic beyond some 10,000.
const MAX_TAGS = 5000

const engines = { html: htmlEngine(), text: textEngine(), header: textEngine() }

/**
 * Parses a Liquid template once for many recipients. HTML output is escaped; header output loses
 * control characters. Throws `merge_tag_broken` with `place` for a broken tag.
 */
export function compileMerge(source: string, kind: MergeKind, place: string = kind): Merge {
  refuseLonger(source, place)
  const tags = source.match(/\{[{%]/g)?.length ?? 0
  if (tags > MAX_TAGS) throw tooLarge(place)
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
      longest: MAX_CHARACTERS,
      show: kind === 'html' ? (value) => escapeValue(textOf(value)) : textOf,
      compileLiquid(part) {
        const parts = liquid.parse(part)
        return (values) => liquid.renderSync(parts, values)
      },
    })
    return {
      variables: new Set(liquid.globalVariablesSync(templates)),
      render,
      // When the encoder cannot handle the template or fails, rendering it as a whole reports the
      // exact error.
      encode: (values) => unlessBroken(() => encode(values)) ?? encodeText(render(values)),
    }
  })
}

/** Used to add the footer only when the author has no unsubscribe link. */
export const mentions = (merge: Merge, name: string): boolean => merge.variables.has(name)

function finish(text: string, kind: MergeKind, place: string): string {
  refuseLonger(text, place)
  return kind === 'header' ? text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim() : text
}

function refuseLonger(text: string, place: string): void {
  if (text.length > MAX_CHARACTERS) throw tooLarge(place)
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

// Contains the source excerpt instead of the English error of the library, since the message is
// localised.
function broken(place: string, line: number, source: string, cause?: unknown): Failure {
  const message = source.slice(0, MAX_EXCERPT).replace(/\s+/g, ' ')
  return new Failure('merge_tag_broken', { values: { place, line, message } }, { cause })
}
