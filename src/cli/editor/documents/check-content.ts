import type { CheckCode } from '../../../contract/shapes/campaign-check.ts'
import { findForeignTags } from '../../../core/foreign-tags/find.ts'
import type { KnownTag } from '../../../core/foreign-tags/names.ts'
import { oneLine, stripControls } from '../../../core/safe-text.ts'
import { withMessage } from '../../campaigns/send-check.ts'
import type { Context } from '../../context/context.ts'
import type { Place, ShownItem } from '../shown-item.ts'
import type { Content, Part } from './document.ts'

interface CheckOptions {
  parts: readonly Part[]
  known: readonly KnownTag[]
}

/** Checks a message that the server cannot check, because it is no campaign. */
export function checkContent(
  context: Context,
  content: Content,
  { parts, known }: CheckOptions,
): ShownItem[] {
  const itemOf = (code: CheckCode, part: Part, found: Partial<Found> = {}) => {
    const { level = 'error', values = {}, places = [], ...shown } = found
    const { message } = withMessage(context, { code, level, values: { ...values, place: part } })
    return { ...shown, code, level, message: stripControls(message), places }
  }
  const empty = [
    ...(content.asunto.trim() === '' ? [itemOf('subject_empty', 'asunto')] : []),
    ...(content.html.trim() === '' ? [itemOf('html_empty', 'html')] : []),
  ]
  const foreign = parts.flatMap((part) =>
    findForeignTags(content[part], known, { limit: maxTags }).map((found) => {
      const { start, end, text, tool, translation, isExact, isLikeText } = found
      const place = placeIn(content[part], part, { start, end })
      return itemOf(tool === '' ? 'merge_tag_unknown' : 'foreign_tag', part, {
        level: isLikeText ? 'warn' : 'error',
        values: {
          ...{ tag: oneLine(text), line: place.line },
          ...(tool !== '' && { tool }),
          ...(translation !== undefined && { suggestion: translation }),
        },
        places: [place],
        isFixable: isExact && !isLikeText && translation !== undefined,
        ...(translation !== undefined && { suggestion: translation }),
      })
    }),
  )
  const isError = ({ level }: ShownItem): boolean => level === 'error'
  const items = [...empty, ...foreign]
  return [...items.filter(isError), ...items.filter((item) => !isError(item))]
}

interface Found extends Pick<ShownItem, 'level' | 'places' | 'suggestion' | 'isFixable'> {
  values: Record<string, string | number>
}

const maxTags = 50

const placeIn = (
  text: string,
  part: Part,
  { start, end }: { start: number; end: number },
): Place => ({
  ...{ part, offset: start, length: end - start },
  line: text.slice(0, start).split('\n').length,
})
