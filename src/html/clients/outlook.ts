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
import { evaluateMsoComments } from './mso-comments.ts'
import { keep, rewriteHtml, type StartTag } from './rewrite-html.ts'
import { rulesIn } from './style-rules.ts'

// What Word ignores in Outlook 2016 to 2021 for Windows, as far as it is known from tests: caniemail.com
// (its data of September 2025).

const isIgnoredProperty = namesIn(
  `${logicalProperties} accent-color align-* animation* aspect-ratio backdrop-filter
  background-attachment background-blend-mode background-clip background-image background-origin
  background-position background-repeat background-size border-image* border-radius border-top-left-radius
  border-top-right-radius border-bottom-left-radius border-bottom-right-radius border-spacing box-shadow
  box-sizing caption-side clear clip clip-path color-scheme column-* columns content cursor empty-cells
  filter flex* float font-kerning font-stretch gap grid* hyphens justify-* left right top bottom
  list-style-image list-style-position mask* max-height min-height min-width mix-blend-mode object-fit
  object-position opacity order orphans outline* overflow* position resize row-gap scroll-* shape-*
  tab-size table-layout text-align-last text-decoration-* text-emphasis* text-orientation text-overflow
  text-shadow text-underline-* text-wrap transform* transition* user-select visibility white-space* widows
  word-break word-spacing word-wrap writing-mode z-index --*`,
)
const removedElements = namesIn(
  'audio button canvas dialog embed form iframe input link meter object progress script select svg ' +
    'template textarea video',
)
const ignoredAttributes = namesIn('hidden loading srcset')
const isHiddenFromWord = /mso-hide\s*:\s*all/i
/** Word is not asked for the size of the window nor for the colours. */
const ignoredRules = /^@(?:media|supports|keyframes|-webkit-keyframes|container|layer)\b/i
const unknownUnits =
  /(?:^|[\s(,])-?[\d.]+(?:rem|vh|vw|vmin|vmax|ch)\b|\b(?:calc|clamp|min|max|var)\(/
const unknownColors = /\b(?:rgba|hsla?|hwb|lab|lch|oklab|oklch|color|light-dark)\(|\brgb\([^)]*\//
const gradients = /\bgradient\(|-gradient\(|url\(/

/** Elements on which Word ignores the property. */
const ignoredOn: Readonly<Record<string, (element: string) => boolean>> = {
  'max-width': (element) => element !== 'table',
  width: namesIn('body span div p img'),
  height: namesIn('body span div p'),
  margin: namesIn('body span'),
  padding: (element) => element !== 'td' && element !== 'th',
}

/** Returns a message as Outlook for Windows takes it: what it ignores is left out. */
export function asOutlook(source: string): ClientMessage {
  const changes = new Changes(source)
  const html = rewriteHtml(evaluateMsoComments(source), {
    element(tag) {
      const { name, start } = tag
      if (removedElements(name)) {
        changes.add('element_removed', `<${name}>`, '', start)
        return name === 'form' ? { kind: 'rename', name: 'div' } : { kind: 'drop' }
      }
      // Its author has hidden it from Word, so what Word would ignore in it does not matter.
      if (isHiddenFromWord.test(tag.attributes.style ?? '')) return { kind: 'drop' }
      return attributesOf(tag, changes)
    },
    styleSheet(css, start) {
      const before = changes.total
      const text = rulesOf(css, start, changes)
      return changes.total === before ? css : text
    },
  })
  return { html, changes: changes.all() }
}

function attributesOf({ name, attributes, start }: StartTag, changes: Changes) {
  const element = `<${name}>`
  const kept = { ...attributes }
  const ignore = (attribute: string) => {
    changes.add('attribute_ignored', attribute, element, start)
    delete kept[attribute]
  }
  for (const attribute of Object.keys(attributes).filter(ignoredAttributes)) ignore(attribute)
  if (attributes.background !== undefined && name !== 'body') ignore('background')
  const [format] = /\.(?:webp|avif|heic)(?=$|[?#])/i.exec(attributes.src ?? '') ?? []
  if (name === 'img' && format) {
    changes.add('image_format', format.toLowerCase(), element, start)
    kept.src = ''
  }
  if (attributes.style !== undefined) {
    kept.style = declarationsOf(attributes.style, name, start, changes)
  }
  const isSame = Object.keys(attributes).every((key) => kept[key] === attributes[key])
  return isSame ? keep : { kind: 'keep' as const, attributes: kept }
}

/** Returns the declarations that Word applies to an element; to any, if it is that of a rule. */
function declarationsOf(
  style: string,
  name: string | undefined,
  start: number,
  changes: Changes,
): string {
  const element = name === undefined ? '' : `<${name}>`
  const all = declarationsIn(style)
  const kept = all.flatMap((each) => {
    const { name: property, value } = normalized(each)
    if (property.startsWith('mso-') || property.startsWith('v-')) return [each]
    const [family = property] = property.split('-', 1)
    const rule = ignoredOn[property] ?? ignoredOn[family]
    if (isIgnoredProperty(property) || (name !== undefined && rule?.(name))) {
      changes.add('property_ignored', property, element, start)
      return []
    }
    if (property === 'background' && gradients.test(value)) {
      changes.add('value_ignored', 'background: url() / gradient()', element, start)
      const [color] = /#[\da-f]{3,8}\b/.exec(value) ?? []
      return color === undefined ? [] : [{ name: 'background-color', value: color }]
    }
    if (!isKnownValue(property, value, name, each.value)) {
      const isImportant = /!important$/i.test(each.value)
      const shown = isImportant && name !== undefined ? '!important' : `${property}: ${value}`
      changes.add('value_ignored', shown, element, start)
      return []
    }
    return [each]
  })
  const isSame = kept.length === all.length && kept.every((each, index) => each === all[index])
  return isSame ? style : kept.map((each) => `${each.name}:${each.value}`).join(';')
}

function isKnownValue(
  property: string,
  value: string,
  element: string | undefined,
  written: string,
): boolean {
  // Word ignores a declaration of a style attribute that is important.
  if (element !== undefined && /!important$/i.test(written)) return false
  if (unknownUnits.test(value) || unknownColors.test(value)) return false
  if (property === 'display') return value === 'none'
  if (property.startsWith('margin')) return !/\bauto\b/.test(value) && !isNegative(value)
  if (property === 'text-transform') return value !== 'lowercase'
  if (property === 'text-align') return value !== 'start' && value !== 'end'
  return !(property === 'text-decoration' && value.includes('overline'))
}

const knownPseudo = /^:(?:link|visited)$/i
const unknownSelector = /[>+~*[]/

function rulesOf(css: string, start: number, changes: Changes): string {
  return rulesIn(css)
    .map(({ prelude, block, start: at, end }) => {
      if (!block) return css.slice(at, end)
      const isUnknown = (selector: string) =>
        unknownSelector.test(selector) || hasPseudo(selector, knownPseudo)
      const isAtRule = prelude.startsWith('@')
      if (isAtRule ? ignoredRules.test(prelude) : selectorsIn(prelude).every(isUnknown)) {
        changes.add('rule_removed', prelude, '', start + at)
        return ''
      }
      if (isAtRule) return css.slice(at, end)
      const body = css.slice(block.start, block.end)
      const kept = declarationsOf(body, undefined, start + at, changes)
      return kept === body ? css.slice(at, end) : `${prelude}{${kept}}`
    })
    .filter((rule) => rule !== '')
    .join('\n')
}
