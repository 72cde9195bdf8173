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

interface EncoderOptions {
  longest: number
  contextOf: (values: Values) => Context
  parse: (source: string) => Template[]
  render: (context: Context, templates: Template[]) => string
}

/**
 * Compiles a template to an encoder that encodes the fixed text only once, and renders equal tags of a
 * message only once. The encoder returns undefined when that is impossible, or when the result would
 * exceed `longest` characters.
 */
export function compileEncoder(
  source: string,
  { longest, contextOf, parse, render }: EncoderOptions,
): (values: Values) => EncodedText | undefined {
  // Values may also be mostly non-ASCII, but then quoted-printable is only longer.
  if (isMostlyBeyondAscii(source)) return () => undefined
  const outputs = new Map<string, ReturnType<typeof compileOutput>>()
  const outputOf = (tag: string) => {
    if (!outputs.has(tag)) outputs.set(tag, compileOutput(parse(tag)))
    return outputs.get(tag)
  }
  const template = splitTemplate(source, (tag) => outputOf(tag) !== undefined)
  if (!template) return () => undefined
  const liquid = template.liquid === '' ? undefined : parse(template.liquid)
  const tags = [...outputs].flatMap(([tag, output]) => (output ? [{ tag, output }] : []))
  const numbers = new Map(tags.map(({ tag }, index) => [tag, index]))
  const liquidParts = template.segments.filter((part) => 'liquid' in part).length
  const counts = new Uint32Array(tags.length + liquidParts)
  let fixedCharacters = 0
  const steps: Step[] = template.segments.map((segment) => {
    if ('text' in segment) {
      fixedCharacters += segment.text.length
      return fixedText(segment.text)
    }
    const number =
      'liquid' in segment ? tags.length + segment.liquid : (numbers.get(segment.output) as number)
    counts[number] = (counts[number] ?? 0) + 1
    return number
  })

  return (values) => {
    const context = contextOf(values)
    const rendered = liquid ? render(context, liquid).split(SEGMENT_END) : ['']
    if (rendered.length !== liquidParts + 1) return undefined
    const texts = tags.map(({ output }) => output(values, context)).concat(rendered.slice(0, -1))
    const characters = texts.reduce(
      (sum, text, number) => sum + text.length * (counts[number] ?? 0),
      fixedCharacters,
    )
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
