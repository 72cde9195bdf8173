import type { BodyChunk } from './body-chunk.ts'
import { columnAfter, encodeQuotedPrintable, softBreak } from './quoted-printable.ts'
import { SEGMENT_END, splitTemplate, type TemplateSegment } from './template-segments.ts'
import { type EncodedText, isMostlyBeyondAscii } from './transfer.ts'

/** Text that is the same in every message, encoded from the start of a line. */
interface ConstantText {
  chunk: BodyChunk
  characters: number
  endColumn: number
}

type Values = Readonly<Record<string, unknown>>

type Step = Exclude<TemplateSegment, { text: string }> | { text: string } | ConstantText

// Each constant costs a soft line break, so shorter text is not worth it.
const MIN_CONSTANT_LENGTH = 24

const softBreakChunk: BodyChunk = { bytes: softBreak }

interface EncoderOptions {
  longest: number
  /** Formats a value. */
  show: (value: unknown) => string
  /** Compiles tags that are more than a plain value. */
  compileLiquid: (source: string) => (values: Values) => string
}

/**
 * Compiles a template to an encoder that encodes the constant text only once. The encoder returns
 * undefined when that is impossible, or when the result would exceed `longest` characters.
 */
export function compileEncoder(
  source: string,
  { longest, show, compileLiquid }: EncoderOptions,
): (values: Values) => EncodedText | undefined {
  // Values may also be mostly non-ASCII, but then quoted-printable is only longer.
  const template = isMostlyBeyondAscii(source) ? undefined : splitTemplate(source)
  if (!template) return () => undefined
  const steps = template.segments.flatMap((part) => ('text' in part ? stepsOf(part.text) : [part]))
  const renderLiquid = template.liquid === '' ? undefined : compileLiquid(template.liquid)
  const liquidParts = template.segments.filter((part) => 'liquid' in part).length

  return (values) => {
    const rendered = renderLiquid?.(values).split(SEGMENT_END) ?? ['']
    if (rendered.length !== liquidParts + 1) return undefined
    const body: BodyChunk[] = []
    let column = 0
    let characters = 0
    let varying = ''

    const flush = () => {
      if (varying === '') return
      characters += varying.length
      const bytes = encodeQuotedPrintable(varying, column)
      body.push({ bytes })
      column = columnAfter(bytes, column)
      varying = ''
    }

    for (const step of steps) {
      if ('chunk' in step) {
        flush()
        if (column > 0) body.push(softBreakChunk)
        body.push(step.chunk)
        characters += step.characters
        column = step.endColumn
      } else if ('value' in step) {
        if (Object.hasOwn(values, step.value)) varying += show(values[step.value])
      } else {
        varying += 'text' in step ? step.text : rendered[step.liquid]
      }
    }
    flush()
    return characters > longest ? undefined : { encoding: 'quoted-printable', body }
  }
}

/** Whitespace at the edges is not constant: its encoding depends on what follows. */
function stepsOf(text: string): Step[] {
  const core = text.trim()
  if (core.length < MIN_CONSTANT_LENGTH) return [{ text }]
  const at = text.indexOf(core)
  const bytes = encodeQuotedPrintable(core)
  return [
    { text: text.slice(0, at) },
    { chunk: { bytes }, characters: core.length, endColumn: columnAfter(bytes, 0) },
    { text: text.slice(at + core.length) },
  ]
}
