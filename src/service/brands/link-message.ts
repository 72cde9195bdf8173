import type { Language } from '../../core/language.ts'
import { fontOf } from '../../core/mail/message-fonts.ts'
import { plainName } from '../../core/plain-name.ts'
import { textOn } from '../../html/color.ts'
import { Html, html } from '../../html/html.ts'
import { messages } from '../../messages/all.ts'
import type { Brand } from './store.ts'

interface LinkMessage {
  language: Language
  brand: Brand
  /** The mail comes from an address that the account has verified, and not from the service. */
  isFromAccount: boolean
  subject: string
  /** Why the person gets the mail. */
  reason: string
  /** What the link is for, where the mail is shown as text. */
  linkIntro: string
  button: string
  url: string
  /** What happens if the person does nothing. */
  ignore: string
}

const defaultColor = '#0b57d0'

/** More lines of an address than this are no address. */
const maxAddressLines = 6

/** Safe in dark mode: mail clients that apply it get both colours, others show the light ones. */
const style = new Html(`:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page,.card{background:#1c1c20!important}
.text{color:#f0f0f4!important}
.quiet{color:#b8b8c2!important}
}`)

const defaultFont = 'system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'

/**
 * Returns a mail of a brand with one link. It tracks nothing. Mail from the service's own address
 * contains names as plain text and no image, because it shows them to people who never heard of the
 * account.
 */
export function linkMessage(mail: LinkMessage): { subject: string; text: string; html: string } {
  const { language, subject, reason, linkIntro, button: label, url, ignore, isFromAccount } = mail
  const plain = (text: string) => (isFromAccount ? text : plainName(text))
  const brand = {
    color: mail.brand.color ?? defaultColor,
    name: plain(mail.brand.name),
    logoUrl: isFromAccount ? mail.brand.logoUrl : null,
    address: linesOf(mail.brand.address).map(plain),
    site: isFromAccount ? mail.brand.site : null,
    privacyUrl: isFromAccount ? mail.brand.privacyUrl : null,
  }
  const font = fontOf(mail.brand) ?? defaultFont
  const signature = [brand.name, ...brand.address].filter((line) => line !== '')
  const text = [
    reason,
    linkIntro,
    url,
    ignore,
    // `-- ` starts a signature (RFC 3676 4.3).
    ...(signature.length > 0 ? [`-- \n${signature.join('\n')}`] : []),
  ].join('\n\n')
  const button = `display:inline-block;padding:14px 28px;border-radius:8px;background:${brand.color};color:${textOn(brand.color)};font-weight:600;text-decoration:none`
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${style}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#ffffff">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#ffffff"><tr><td align="center" style="padding:24px 16px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;font-family:${font};font-size:16px;line-height:1.5">
${headOf(brand)}<tr><td class="text" style="padding:8px 0 24px;color:#1c1c20">${reason}</td></tr>
<tr><td style="padding:0 0 24px"><table role="presentation" cellpadding="0" cellspacing="0"><tr><td style="border-radius:8px;background:${brand.color}"><a href="${url}" style="${button}">${label}</a></td></tr></table></td></tr>
<tr><td class="quiet" style="padding:0 0 16px;color:#5c5c66;font-size:14px">${ignore}</td></tr>
<tr><td class="quiet" style="padding:0 0 16px;color:#5c5c66;font-size:14px">${messages[language].subscriberMail.plainLink}<br><a class="quiet" href="${url}" style="color:#5c5c66;word-break:break-all">${url}</a></td></tr>
${footOf(brand, language)}</table>
</td></tr></table>
</body>
</html>
`
  return { subject, text, html: page.text }
}

interface ShownBrand {
  name: string
  logoUrl: string | null
  address: readonly string[]
  site: string | null
  privacyUrl: string | null
}

function headOf({ name, logoUrl }: ShownBrand): Html | false {
  if (logoUrl === null && name === '') return false
  const shown =
    logoUrl === null
      ? name
      : html`<img src="${logoUrl}" alt="${name}" height="48" style="height:48px;max-width:240px;border:0">`
  return html`<tr><td class="text" style="padding:0 0 16px;color:#1c1c20;font-size:20px;font-weight:600">${shown}</td></tr>
`
}

function footOf({ name, address, site, privacyUrl }: ShownBrand, language: Language): Html | false {
  const { privacy } = messages[language].subscriberMail
  const link = (url: string, label: string) =>
    html`<a class="quiet" href="${url}" style="color:#5c5c66">${label}</a>`
  const lines = [
    ...(name === '' ? [] : [site === null ? name : link(site, name)]),
    ...address,
    ...(privacyUrl === null ? [] : [link(privacyUrl, privacy)]),
  ]
  if (lines.length === 0) return false
  return html`<tr><td class="quiet" style="padding:16px 0 0;border-top:1px solid #b8b8c2;color:#5c5c66;font-size:13px">${lines.map((line, index) => html`${index > 0 && html`<br>`}${line}`)}</td></tr>
`
}

const linesOf = (address: string | null): string[] =>
  (address ?? '')
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, maxAddressLines)
