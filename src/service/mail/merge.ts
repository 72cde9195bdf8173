import { type Context, LiquidError, RenderError, type Template } from 'liquidjs'
import { Failure } from '../../core/failure.ts'
import { truncate } from '../../core/storable-text.ts'
import { compileEncoder, compileText } from './encoding/merge-encoder.ts'
import { type EncodedText, encodeText } from './encoding/transfer.ts'
import { contextWithin, htmlEngine, MAX_CHARACTERS, renderIn, textEngine } from './liquid.ts'
import { refusedFilters } from './liquid-filters.ts'
import { depthChange, findMergeTags } from './merge-tags.ts'
import { BudgetExceeded, workLimits } from './render-budget.ts'

/** `link` is the address of a link, rendered at the click. */
type MergeKind = 'html' | 'text' | 'header' | 'link'

/**
 * Values for merge tags: `email`, `nombre`, custom fields by key, links of the recipient, and the event
 * of an automation.
 */
export type MergeValues = Readonly<Record<string, string | number | boolean | null | object>>

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

// The total length of all tags. Parsing a tag with 100,000 parts takes as long as a large newsletter.
const MAX_TAG_CHARACTERS = 200_000

const MAX_DEPTH = 100

const engines = { html: htmlEngine(), text: textEngine() }

/**
 * Parses a Liquid template once for many recipients. HTML output is escaped; header output loses
 * control characters. Throws, with `place`, `merge_tag_broken` for a broken tag, `filter_refused` for a
 * filter that is not offered, and when rendering `template_too_slow` for too much work.
 */
export function compileMerge(source: string, kind: MergeKind, place: string = kind): Merge {
  refuseLonger(source, place)
  const tags = source.match(/\{[{%]/g)?.length ?? 0
  if (tags > MAX_TAGS) throw tooLarge(place)
  if (tags > 0) refuseHeavyTags(source, place)
  if (tags === 0) {
    const text = finish(source, kind, place)
    let encoded: EncodedText | undefined
    return {
      variables: new Set(),
      render: () => text,
      encode() {
        encoded ??= encodeText(text)
        return encoded
      },
    }
  }
  const liquid = engines[kind === 'html' ? 'html' : 'text']
  const limit = kind === 'html' || kind === 'text' ? workLimits.body : workLimits.line
  const run = <T>(work: () => T): T => attempt({ source, place }, work)
  const templates = run(() => liquid.parse(source))
  const parts = {
    contextOf: (values: object) => contextWithin(limit, liquid, values),
    parse: (part: string) => liquid.parse(part),
    render: (context: Context, part: Template[]) => renderIn(context, liquid, part),
  }
  const encode = run(() => compileEncoder(source, { longest: MAX_CHARACTERS, ...parts }))
  // A subject is rendered for each message.
  const renderParts = kind === 'header' ? run(() => compileText(source, parts)) : undefined
  const render = (values: MergeValues) =>
    run(() => {
      // When that fails, rendering it as a whole reports the exact error.
      const text = renderParts && unlessBroken(() => renderParts(values))
      return finish(
        text ?? renderIn(contextWithin(limit, liquid, values), liquid, templates),
        kind,
        place,
      )
    })
  let variables: ReadonlySet<string> | undefined
  return {
    // Finding them takes as long as parsing, and not every caller needs them.
    get variables() {
      variables ??= run(() => new Set(liquid.globalVariablesSync(templates)))
      return variables
    },
    render,
    // When the encoder cannot handle the template or fails, rendering it as a whole reports the
    // exact error.
    encode: (values) => run(() => unlessBroken(() => encode(values))) ?? encodeText(render(values)),
  }
}

/** Used to add the footer only when the author has no unsubscribe link. */
export const mentions = (merge: Merge, name: string): boolean => merge.variables.has(name)

/** Refuses tags that take long to parse. Those that are nested too deeply exhaust the stack. */
function refuseHeavyTags(source: string, place: string): void {
  const tags = findMergeTags(source).filter(({ kind }) => kind !== 'block')
  if (sumOf(tags.map(({ text }) => text.length)) > MAX_TAG_CHARACTERS) throw tooLarge(place)
  let depth = 0
  for (const tag of tags) {
    depth += depthChange(tag)
    if (depth > MAX_DEPTH) {
      throw new Failure('merge_tag_broken', {
        values: { place, line: lineAt(source, tag.start), message: excerptOf(tag.text) },
      })
    }
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)

const lineAt = (source: string, position: number): number =>
  source.slice(0, Math.max(0, position)).split('\n').length

const excerptOf = (text: string): string => truncate(text, MAX_EXCERPT).replace(/\s+/g, ' ')

function finish(text: string, kind: MergeKind, place: string): string {
  refuseLonger(text, place)
  return kind === 'header' ? text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim() : text
}

function refuseLonger(text: string, place: string): void {
  if (text.length > MAX_CHARACTERS) throw tooLarge(place)
}

const tooLarge = (place: string): Failure => new Failure('body_too_large', { values: { place } })

/** Rendering a slow template once more would only double the time. */
function unlessBroken<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    if (LiquidError.is(error) && !isTooSlow(error)) return undefined
    throw error
  }
}

interface Part {
  source: string
  place: string
}

function attempt<T>(part: Part, run: () => T): T {
  try {
    return run()
  } catch (cause) {
    if (!LiquidError.is(cause)) throw cause
    throw failureOf(part, cause)
  }
}

// Contains the source excerpt instead of the English error of the library, since the message is
// localised.
function failureOf({ source, place }: Part, cause: LiquidError): Failure {
  const text = cause.token.getText()
  const message = excerptOf(text)
  if (isTooSlow(cause)) {
    // The encoder renders a part of the source, with lines of its own.
    const line = lineAt(source, source.indexOf(text))
    return new Failure('template_too_slow', { values: { place, line, message } }, { cause })
  }
  const [line = 1] = cause.token.getPosition()
  const filter = refusedFilterIn(cause)
  if (filter === undefined) {
    return new Failure('merge_tag_broken', { values: { place, line, message } }, { cause })
  }
  return new Failure('filter_refused', { values: { place, line, filter, message } }, { cause })
}

const isTooSlow = (error: LiquidError): boolean =>
  RenderError.is(error) && error.originalError instanceof BudgetExceeded

function refusedFilterIn({ originalError }: LiquidError): string | undefined {
  const name = /^undefined filter: (\w+)$/.exec(originalError?.message ?? '')?.[1]
  return name !== undefined && refusedFilters.has(name) ? name : undefined
}
