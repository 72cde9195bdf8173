import { Failure } from '../../core/failure.ts'
import { textOfHtml } from '../../html/html-text.ts'
import { MAX_CHARACTERS } from './liquid.ts'

// Private-use characters around the index of a tag. Tags are replaced by them during the
// conversion, since they may contain quotes and `<` and must be kept as they are.
const OPEN = '\ue000'
const CLOSE = '\ue001'
const STANDIN = /\ue000(\d+)\ue001/g
// An unclosed tag runs to the end. Searching on from every opening would be quadratic.
const TAG = /\{\{[\s\S]*?(?:\}\}|$)|\{%[\s\S]*?(?:%\}|$)|[\ue000\ue001]/g

/** Converts an HTML template to a text template. Liquid tags are kept as they are. */
export function textFromHtml(html: string): string {
  if (html.length > MAX_CHARACTERS) throw tooLarge()
  const tags: string[] = []
  const readable = html.replace(TAG, (tag) =>
    tag === OPEN || tag === CLOSE ? '' : `${OPEN}${tags.push(tag) - 1}${CLOSE}`,
  )
  const text = textOfHtml(readable)
  if (text === undefined) throw tooLarge()
  return text.replace(STANDIN, (_, index) => tags[Number(index)] ?? '')
}

const tooLarge = (): Failure => new Failure('body_too_large', { values: { place: 'html' } })
