import { declarationsIn } from '../style-declarations.ts'
import { Changes, type ClientMessage } from './change.ts'
import {
  hasPseudo,
  isNegative,
  logicalProperties,
  namesIn,
  normalized,
  selectorsIn,
} from './facts.ts'
import { keep, rewriteHtml, type StartTag } from './rewrite-html.ts'
import { rulesIn } from './style-rules.ts'

// The rules of Gmail in a browser, as far as they are known from tests: caniemail.com (its data of
// September 2025), and the collection github.com/hteumeuleu/email-bugs, numbers 21, 41 and 90.

/** Gmail shows the beginning of a longer message, with a link to the rest. */
const maxBytes = 102 * 1024
/** The style elements together. Those beyond the limit are removed. */
const maxStyleBytes = 16 * 1024

const isRemovedProperty = namesIn(
  `${logicalProperties} accent-color align-items animation* aspect-ratio backdrop-filter border-image*
  box-shadow clip-path color-scheme cursor filter flex-direction flex-wrap grid* hyphenate-* hyphens
  left right top bottom justify-content list-style-image mask* orphans outline-offset position resize
  scroll-snap* shape-* tab-size text-decoration-skip-ink text-decoration-thickness text-shadow text-wrap
  transform* transition* user-select white-space-collapse widows z-index --*`,
)
const removedElements = namesIn(
  'audio base dialog frame frameset iframe link meter object embed progress script svg template',
)
/** Their tags become `<u>`. */
const replacedElements = namesIn('details main nav picture source summary track video')
const ignoredAttributes = namesIn('loading srcset')
/** A condition that makes Gmail remove the whole rule. */
const unknownCondition = /prefers-|hover|pointer|height|pixel-ratio|color-gamut|scripting/i
const knownPseudo = /^:hover$/i
/** `[class~=x]` is the only selector of this kind. */
const unknownAttribute = /\[(?!\s*class\s*~=)/i

/** Returns a message as Gmail takes it. Its changes of names and its own colours are left out. */
export function asGmail(source: string): ClientMessage {
  const changes = new Changes(source)
  let styleBytes = 0
  const html = rewriteHtml(beginningOf(source, changes), {
    element(tag) {
      const { name, start } = tag
      if (removedElements(name)) {
        changes.add('element_removed', `<${name}>`, '', start)
        return { kind: 'drop' }
      }
      if (replacedElements(name)) {
        changes.add('element_replaced', `<${name}>`, '', start)
        return { kind: 'rename', name: 'u' }
      }
      return attributesOf(tag, changes)
    },
    styleSheet(css, start, { isInBody }) {
      if (isInBody) {
        changes.add('style_in_body', '<style>', '', start)
        return undefined
      }
      styleBytes += Buffer.byteLength(css)
      if (styleBytes > maxStyleBytes) {
        changes.add('style_too_long', '<style>', '', start)
        return undefined
      }
      return styleSheetOf(css, start, changes)
    },
  })
  return { html, changes: changes.all() }
}

function attributesOf(tag: StartTag, changes: Changes) {
  const { name, attributes, start } = tag
  const element = `<${name}>`
  const kept = { ...attributes }
  for (const attribute of Object.keys(attributes).filter(ignoredAttributes)) {
    changes.add('attribute_ignored', attribute, element, start)
    delete kept[attribute]
  }
  if (name === 'img' && /^data:|\.svg(?:$|[?#])/i.test(attributes.src ?? '')) {
    changes.add('image_format', formatOf(attributes.src ?? ''), element, start)
    kept.src = ''
  }
  if (attributes.style !== undefined) {
    // An unknown syntax of a colour makes Gmail drop the attribute.
    if (modernColor.test(attributes.style)) {
      changes.add('style_attribute_removed', 'style', element, start)
      delete kept.style
    } else kept.style = declarationsOf(attributes.style, element, start, changes)
  }
  const isSame = Object.keys(attributes).every((key) => kept[key] === attributes[key])
  return isSame ? keep : { kind: 'keep' as const, attributes: kept }
}

const modernColor = /\b(?:rgba?|hsla?)\(\s*[\d.]+%?\s+[\d.]|\b(?:lab|lch|oklab|oklch|hwb|color)\(/i
const formatOf = (src: string): string => (/^data:/i.test(src) ? 'data:' : '.svg')

/** Returns the declarations that stay. Unchanged, they stay as they are written. */
function declarationsOf(style: string, element: string, start: number, changes: Changes): string {
  const all = declarationsIn(style)
  const kept = all.filter((each) => {
    const { name, value } = normalized(each)
    if (isRemovedProperty(name)) {
      changes.add('property_ignored', name, element, start)
      return false
    }
    if (!isKnownValue(name, value)) {
      changes.add('value_ignored', `${name}: ${value}`, element, start)
      return false
    }
    return true
  })
  return kept.length === all.length
    ? style
    : kept.map(({ name, value }) => `${name}:${value}`).join(';')
}

function isKnownValue(name: string, value: string): boolean {
  if (/^(?:margin(?:-|$)|text-indent$)/.test(name)) return !isNegative(value)
  if (name === 'display') return !value.includes('grid')
  if (name === 'list-style') return !value.includes('url(')
  return !/light-dark\(|conic-gradient\(/.test(value)
}

/** Returns the rules that stay, or undefined if Gmail removes the whole element. */
function styleSheetOf(css: string, start: number, changes: Changes): string | undefined {
  const rules = rulesIn(css)
  const isNested = ({ block, prelude }: (typeof rules)[number]) =>
    prelude.startsWith('@') && block && /@/.test(css.slice(block.start, block.end))
  const nested = rules.find(isNested)
  if (nested) {
    changes.add('style_nested', nested.prelude, '', start + nested.start)
    return undefined
  }
  const before = changes.total
  const text = rulesOf(css, { start: 0, end: css.length }, start, changes)
  return changes.total === before ? css : text
}

function rulesOf(
  css: string,
  within: { start: number; end: number },
  start: number,
  changes: Changes,
): string {
  return rulesIn(css, within.start, within.end)
    .map(({ prelude, block, start: at, end }) => {
      const remove = () => {
        changes.add('rule_removed', prelude, '', start + at)
        return ''
      }
      if (prelude.startsWith('@')) {
        if (!block || !/^@media\b/i.test(prelude) || unknownCondition.test(prelude)) return remove()
        return `${prelude}{${rulesOf(css, block, start, changes)}}`
      }
      const isUnknown = (selector: string) =>
        unknownAttribute.test(selector) || hasPseudo(selector, knownPseudo)
      if (!block || selectorsIn(prelude).some(isUnknown)) return remove()
      const body = css.slice(block.start, block.end)
      const kept = declarationsOf(body, '', start + at, changes)
      return kept === body ? css.slice(at, end) : `${prelude}{${kept}}`
    })
    .filter((rule) => rule !== '')
    .join('\n')
}

/** Returns the part of a message that Gmail shows before the link to the rest. */
function beginningOf(source: string, changes: Changes): string {
  const bytes = Buffer.from(source)
  if (bytes.length <= maxBytes) return source
  const shown = bytes
    .subarray(0, maxBytes)
    .toString()
    .replace(/\ufffd$/, '')
  const [, name = ''] = /<([a-z][a-z0-9:]*)[^<]*$/i.exec(shown) ?? []
  const element = name === '' ? '' : `<${name}>`
  changes.add('cut', `${Math.ceil(bytes.length / 1024)} KB`, element, shown.length - 1)
  return shown.replace(/<[^<>]*$/, '')
}
