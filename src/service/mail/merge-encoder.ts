import type { Piece } from './piece.ts'
import { columnAfter, encodeQuotedPrintable, softBreak } from './quoted-printable.ts'
import { END, type Part, skeletonOf } from './skeleton.ts'
import { type EncodedText, isMostlyBeyondAscii } from './transfer.ts'

/** A text that is the same in every message, encoded from the start of a line. */
interface Constant {
  piece: Piece
  characters: number
  endColumn: number
}

type Values = Readonly<Record<string, unknown>>

type Step = Exclude<Part, { text: string }> | { text: string } | Constant

// A soft break goes in front of a constant; a shorter one is not worth it.
const SHORTEST = 24

const breakPiece: Piece = { bytes: softBreak }

export interface EncoderOptions {
  longest: number
  /** How a value is written. */
  show: (value: unknown) => string
  /** For what is more than a value. */
  compileLiquid: (source: string) => (values: Values) => string
}

/**
 * Encodes what `render` would make of the template, with the text around the tags encoded once for
 * all. The answer is undefined where that cannot be, or would be longer than `longest` characters.
 */
export function compileEncoder(
  source: string,
  { longest, show, compileLiquid }: EncoderOptions,
): (values: Values) => EncodedText | undefined {
  // What makes base64 of a text may be in its values too, but then quoted-printable is only longer.
  const skeleton = isMostlyBeyondAscii(source) ? undefined : skeletonOf(source)
  if (!skeleton) return () => undefined
  const steps = skeleton.parts.flatMap((part) => ('text' in part ? stepsOf(part.text) : [part]))
  const renderLiquid = skeleton.liquid === '' ? undefined : compileLiquid(skeleton.liquid)
  const liquidParts = skeleton.parts.filter((part) => 'liquid' in part).length

  return (values) => {
    const rendered = renderLiquid?.(values).split(END) ?? ['']
    if (rendered.length !== liquidParts + 1) return undefined
    const body: Piece[] = []
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
      if ('piece' in step) {
        flush()
        if (column > 0) body.push(breakPiece)
        body.push(step.piece)
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

/** Blanks and line ends at its borders stay with what varies: how they are encoded depends on it. */
function stepsOf(text: string): Step[] {
  const core = text.trim()
  if (core.length < SHORTEST) return [{ text }]
  const at = text.indexOf(core)
  const bytes = encodeQuotedPrintable(core)
  return [
    { text: text.slice(0, at) },
    { piece: { bytes }, characters: core.length, endColumn: columnAfter(bytes, 0) },
    { text: text.slice(at + core.length) },
  ]
}
