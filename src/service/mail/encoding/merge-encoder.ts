import type { Context, Template } from 'liquidjs'
import { compileOutput } from './output-tags.ts'
import {
  type FixedText,
  fixedText,
  QuotedPrintableWriter,
  type Word,
  wordOf,
} from './quoted-printable.ts'
import { SEGMENT_END, splitTemplate } from './template-segments.ts'
import { type EncodedText, isMostlyBeyondAscii, type WritePart } from './transfer.ts'

type Values = Readonly<Record<string, unknown>>

/** A value of one message. It is a word if it fits on a line. */
type EncodedValue = Word | Buffer

/** What a message consists of: fixed text, and the numbers of its values. */
type Step = FixedText | number

interface SegmentOptions {
  contextOf: (values: Values) => Context
  parse: (source: string) => Template[]
  render: (context: Context, templates: Template[]) => string
}

interface EncoderOptions extends SegmentOptions {
  longest: number
}

/** A template whose fixed texts are known, and whose equal tags are rendered once for a message. */
interface CompiledSegments {
  /** Fixed texts, and the numbers of values. */
  segments: readonly (string | number)[]
  /** Returns the values of a message. Undefined if its parts depend on each other. */
  textsOf(values: Values): string[] | undefined
}

function compileSegments(
  source: string,
  { contextOf, parse, render }: SegmentOptions,
): CompiledSegments | undefined {
  const outputs = new Map<string, ReturnType<typeof compileOutput>>()
  const outputOf = (tag: string) => {
    if (!outputs.has(tag)) outputs.set(tag, compileOutput(parse(tag)))
    return outputs.get(tag)
  }
  const template = splitTemplate(source, (tag) => outputOf(tag) !== undefined)
  if (!template) return undefined
  const liquid = template.liquid === '' ? undefined : parse(template.liquid)
  const tags = [...outputs].flatMap(([tag, output]) => (output ? [{ tag, output }] : []))
  const numbers = new Map(tags.map(({ tag }, index) => [tag, index]))
  const segments = template.segments.map((segment) => {
    if ('text' in segment) return segment.text
    return 'liquid' in segment
      ? tags.length + segment.liquid
      : (numbers.get(segment.output) as number)
  })
  const liquidParts = template.segments.filter((part) => 'liquid' in part).length

  return {
    segments,
    textsOf(values) {
      const context = contextOf(values)
      const rendered = liquid ? render(context, liquid).split(SEGMENT_END) : ['']
      if (rendered.length !== liquidParts + 1) return undefined
      const texts = tags.map(({ output }) => output(values, context))
      return liquidParts === 0 ? texts : texts.concat(rendered.slice(0, -1))
    },
  }
}

/** Compiles a template to text. The result returns undefined when that is impossible. */
export function compileText(
  source: string,
  options: SegmentOptions,
): (values: Values) => string | undefined {
  const compiled = compileSegments(source, options)
  if (!compiled) return () => undefined
  const { segments, textsOf } = compiled
  return (values) => {
    const texts = textsOf(values)
    return texts && segments.map((part) => (typeof part === 'string' ? part : texts[part])).join('')
  }
}

/**
 * Compiles a template to an encoder that encodes the fixed text only once, and renders equal tags of a
 * message only once. The encoder returns undefined when that is impossible, or when the result would
 * exceed `longest` characters.
 */
export function compileEncoder(
  source: string,
  { longest, ...options }: EncoderOptions,
): (values: Values) => EncodedText | undefined {
  // Values may also be mostly non-ASCII, but then quoted-printable is only longer.
  if (isMostlyBeyondAscii(source)) return () => undefined
  const compiled = compileSegments(source, options)
  if (!compiled) return () => undefined
  const { segments, textsOf } = compiled
  const counts: number[] = []
  let fixedCharacters = 0
  const steps: Step[] = segments.map((segment) => {
    if (typeof segment === 'string') {
      fixedCharacters += segment.length
      return fixedText(segment)
    }
    counts[segment] = (counts[segment] ?? 0) + 1
    return segment
  })

  return (values) => {
    const texts = textsOf(values)
    if (!texts) return undefined
    let characters = fixedCharacters
    for (let number = 0; number < texts.length; number++) {
      characters += (texts[number] as string).length * (counts[number] ?? 0)
    }
    if (characters > longest) return undefined
    return { encoding: 'quoted-printable', write: writerOf(steps, texts.map(encodedValue)) }
  }
}

function encodedValue(text: string): EncodedValue {
  return wordOf(text) ?? Buffer.from(text)
}

const writerOf =
  (steps: readonly Step[], values: readonly EncodedValue[]): WritePart =>
  (target) => {
    const writer = new QuotedPrintableWriter(target)
    for (const step of steps) {
      if (typeof step !== 'number') writer.fixed(step)
      else {
        const value = values[step] as EncodedValue
        if (typeof value === 'string') writer.word(value)
        else writer.text(value)
      }
    }
    writer.end()
  }
