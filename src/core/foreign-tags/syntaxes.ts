/** A merge tag of another tool, as it is written. */
export interface TagReading {
  name: string
  fallback?: string | undefined
  /** A part of a condition; otherwise a value. */
  form?: 'if' | 'unless' | 'elsif' | 'else' | 'end'
  /** The value that a condition compares with. */
  equals?: string | undefined
  /** A Liquid filter. */
  filter?: string | undefined
  /** A Liquid expression that means the same and reads no name. */
  expression?: string
  /** The text of a link that the tag writes itself. */
  linkText?: string
}

/** How one tool writes merge tags. */
interface TagSyntax {
  tool: string
  /** Global, with bounded repetition: it runs over megabytes. */
  pattern: RegExp
  /** The words inside may be plain text, so the tag counts only when its name is known. */
  isAmbiguous?: true
  /** Text is often written so, such as `[TALLER]` in a subject, even where the name is known. */
  isLikeText?: true
  read(match: readonly (string | undefined)[]): TagReading | undefined
}

const named = (match: readonly (string | undefined)[]): TagReading => ({
  name: match[1]?.trim() ?? '',
  fallback: unquoted(match[2]),
})

const unquoted = (text: string | undefined): string | undefined =>
  text
    ?.trim()
    .replace(/&quot;/g, '"')
    .replace(/^(["'])(.*)\1$/, '$2')

const caseFilters: Readonly<Record<string, string>> = {
  UPPER: 'upcase',
  LOWER: 'downcase',
  TITLE: 'capitalize',
}

const year = '"now" | date: "%Y"'

function readMailchimp([, inside = '']: readonly (string | undefined)[]): TagReading {
  const text = inside.trim()
  if (/^END:IF$/i.test(text)) return { name: '', form: 'end' }
  if (/^ELSE:?$/i.test(text)) return { name: '', form: 'else' }
  const condition = /^(IF|IFNOT|ELSEIF):\s*([^=<>!]+?)\s*(?:=\s*(.+))?$/i.exec(text)
  if (condition) {
    const [, word = '', name = '', equals] = condition
    const form = /^IFNOT$/i.test(word) ? 'unless' : /^ELSEIF$/i.test(word) ? 'elsif' : 'if'
    return { name, form, equals: unquoted(equals) }
  }
  const changed = /^(UPPER|LOWER|TITLE):(.+)$/i.exec(text)
  if (changed)
    return { name: changed[2] ?? '', filter: caseFilters[changed[1]?.toUpperCase() ?? ''] }
  if (/^CURRENT_YEAR$/i.test(text)) return { name: text, expression: year }
  return { name: text }
}

function readHandlebars(match: readonly (string | undefined)[]): TagReading {
  const [, word = '', name = ''] = match
  if (word === 'else') return { name: '', form: 'else' }
  if (word.startsWith('/')) return { name: '', form: 'end' }
  return { name, form: word === '#unless' ? 'unless' : 'if' }
}

/** `{% unsubscribe 'Unsubscribe' %}` writes a link, and `…_url` its address. */
function readKlaviyo([, word = '', rest = '']: readonly (string | undefined)[]): TagReading {
  const isLink = !word.endsWith('_url')
  const text = unquoted(/["'][^"']*["']/.exec(rest)?.[0])
  const name = word.replace(/_(?:link|url)$/, '')
  return isLink && text ? { name, linkText: text } : { name }
}

/** The tools whose tags read from an object, as Liquid does. */
const objects: Readonly<Record<string, string>> = {
  contact: 'HubSpot',
  company: 'HubSpot',
  site_settings: 'HubSpot',
  params: 'Brevo',
  subscriber: 'Kit',
  person: 'Klaviyo',
  organization: 'Klaviyo',
  lead: 'Marketo',
  customer: 'Customer.io',
  recipient: 'Mailgun',
  user: 'Braze',
}

/** Returns the tool that writes `{{ contact.FIRSTNAME }}`. Brevo uses capitals, HubSpot does not. */
export const toolOfObject = (object: string, member: string): string | undefined =>
  object === 'contact' && /^[A-Z]/.test(member)
    ? 'Brevo'
    : Object.hasOwn(objects, object)
      ? objects[object]
      : undefined

/** Whether the members of an object describe the sender. No merge tag of ours does. */
export const isAboutSender = (object: string): boolean =>
  ['company', 'site_settings', 'organization'].includes(object)

/** Names without an object that tell which tool a message comes from. */
export const toolOfName: Readonly<Record<string, string>> = {
  unsubscribe: 'Brevo',
  mirror: 'Brevo',
  update_profile: 'Brevo',
  unsubscribe_link: 'HubSpot',
  unsubscribe_link_all: 'HubSpot',
  view_as_page_url: 'HubSpot',
  first_name: 'SendGrid',
  last_name: 'SendGrid',
  firstName: 'SendGrid',
  lastName: 'SendGrid',
}

const name = String.raw`[\p{L}_][\p{L}\p{N}_.-]{0,60}`
const words = String.raw`[\p{L}_][\p{L}\p{N}_ .:-]{0,60}`
const fallback = String.raw`"[^"\r\n]{0,200}"|&quot;[^"\r\n]{0,200}?&quot;|'[^'\r\n]{0,200}'`

/** In this order: of two that match the same text, the first counts. */
export const tagSyntaxes: readonly TagSyntax[] = [
  { tool: 'Mailchimp', pattern: /\*\|([^|*\r\n]{1,100})\|\*/g, read: readMailchimp },
  {
    tool: 'Mailjet',
    pattern: new RegExp(
      String.raw`(?:\{\{|\[\[)\s*(?:var|data)\s*:\s*(${name})\s*(?::\s*(${fallback}|[^\]}"'\r\n]{0,100}))?\s*(?:\}\}|\]\])`,
      'gu',
    ),
    read: named,
  },
  {
    tool: 'Mailjet',
    pattern: /\[\[((?:UNSUB_LINK|PERMALINK|SHARE|EMAIL_TO|CONTACT|CAMPAIGN)[A-Z_]{0,30})\]\]/g,
    read: named,
  },
  {
    tool: 'Mailjet',
    pattern:
      /\{%-?\s*(?:if|elseif|set|for)\b[^%{}]{0,100}\b(?:var|data):([\w.]{1,60})[^%{}]{0,100}%\}/g,
    read: () => ({ name: '' }),
  },
  { tool: 'Doppler', pattern: new RegExp(String.raw`\[\[\[(${words})\]\]\]`, 'gu'), read: named },
  {
    tool: 'Constant Contact',
    pattern: new RegExp(String.raw`\[\[(${words}?)(?:\s+OR\s+(${fallback}))?\]\]`, 'gu'),
    isAmbiguous: true,
    read: named,
  },
  {
    tool: 'SendGrid',
    pattern: /\[%\s*([\w.-]{1,60})(?:\s*\|\s*([^%\]\r\n]{0,100}))?\s*%\]/g,
    read: named,
  },
  { tool: 'SendGrid', pattern: /<%\s*(asm_[\w]{1,60})\s*%>/g, read: named },
  {
    tool: 'SendGrid',
    pattern: /\{\{\{\s*([\w.]{1,60})\s*\}\}\}/g,
    read: named,
  },
  {
    tool: 'SendGrid',
    pattern: /\{\{\s*(#if|#unless|\/if|\/unless|else)(?:\s+([\w.]{1,60}))?\s*\}\}/g,
    read: readHandlebars,
  },
  {
    tool: 'SendGrid',
    pattern: /\{\{\s*insert\s+([\w.]{1,60})(?:\s+"default=([^"\r\n]{0,100})")?\s*\}\}/g,
    read: named,
  },
  {
    tool: 'SendGrid',
    pattern: /\{\{\s*[#/](?:each|equals|notEquals|and|or|greaterThan|lessThan)\b[^{}]{0,100}\}\}/g,
    read: () => ({ name: '' }),
  },
  {
    tool: 'SendGrid',
    pattern: /(?<![\w-])-([a-z]\w{2,30})-(?![\w-])/gi,
    isAmbiguous: true,
    isLikeText: true,
    read: named,
  },
  {
    tool: 'SendGrid',
    pattern: /(?<=["'])\[(unsubscribe|weblink|unsubscribe_preferences)\](?=["'])/gi,
    read: named,
  },
  { tool: 'Salesforce', pattern: /%%=[^%\r\n]{1,200}=%%/g, read: () => ({ name: '' }) },
  { tool: 'Salesforce', pattern: new RegExp(`%%(${words})%%`, 'gu'), read: named },
  {
    tool: 'ActiveCampaign',
    pattern: /(?<![%\w])%([A-Z][A-Z0-9_]{2,40}(?:-[A-Z0-9]{1,20}){0,3})%(?![%\w])/g,
    read: named,
  },
  {
    tool: 'MailerLite',
    pattern: /\{\$([\w.]{1,60})(?:\s*\|\s*default:\s*('[^'\r\n]{0,100}'|"[^"\r\n]{0,100}"))?\}/g,
    read: named,
  },
  {
    tool: 'Klaviyo',
    pattern:
      /\{%-?\s*(unsubscribe(?:_link|_url)?|web_view(?:_link|_url)?|manage_preferences(?:_link|_url)?)\b([^%]{0,200})%\}/g,
    read: readKlaviyo,
  },
  {
    tool: 'Campaign Monitor',
    pattern: /\[([a-z]\w{1,40})\s*,\s*fallback=([^\]\r\n]{0,100})\]/gi,
    read: named,
  },
  {
    tool: 'Campaign Monitor',
    pattern: /<(unsubscribe|webversion|preferences)\b[^<>]{0,300}>/g,
    read: () => ({ name: '' }),
  },
  {
    tool: 'Mautic',
    pattern: /\{(?:contactfield|leadfield)=(\w{1,60})(?:\|([^{}\r\n]{0,100}))?\}/g,
    read: named,
  },
  {
    tool: 'HubSpot',
    pattern:
      /\{\{\s*personalization_token\(\s*["']contact\.(\w{1,60})["'](?:\s*,\s*("[^"\r\n]{0,100}"|'[^'\r\n]{0,100}'))?\s*\)\s*\}\}/g,
    read: named,
  },
  {
    tool: 'Marketo',
    pattern: /\{\{\s*lead\.([\w ]{1,60})(?::default=([^{}\r\n]{0,100}))?\s*\}\}/g,
    read: named,
  },
  { tool: 'Zoho', pattern: /\$\[([^\]|\r\n]{1,60})(?:\|[^\]\r\n]{0,100})?\]\$/g, read: named },
  { tool: 'AWeber', pattern: /\{!([\w ]{1,60})\}/g, read: named },
  {
    tool: '',
    pattern: new RegExp(String.raw`(?<![{\w$%#])\{(${name})\}(?!\})`, 'gu'),
    isAmbiguous: true,
    read: named,
  },
  { tool: '', pattern: /##([A-Za-z]\w{1,40})##/g, isAmbiguous: true, read: named },
  {
    tool: 'Brevo',
    pattern: /(?<![\w[])\[([A-Z][A-Z_]{1,40})\](?![\w\](])/g,
    isAmbiguous: true,
    isLikeText: true,
    read: named,
  },
]
