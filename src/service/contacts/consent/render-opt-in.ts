import { compileMerge, type MergeValues } from '../../mail/merge.ts'
import { textFromHtml } from '../../mail/text.ts'
import type { Job } from '../../rendering/job.ts'

/** The merge tags of an opt-in mail. */
export interface OptInValues {
  confirm_url: string
  list_name: string
  sender_name: string
  postal_address: string
  email: string
  nombre: string
}

interface RenderOptInInput {
  subject: string
  html: string
  text: string
  values: OptInValues & MergeValues
}

interface RenderedOptIn {
  subject: string
  html: string
  text: string
  /** Whether every part of the message has the link. A person cannot confirm without it. */
  hasLink: boolean
}

/** Renders the wording of an account for one person. */
export const renderOptIn: Job<RenderOptInInput, RenderedOptIn> = {
  name: 'renderOptIn',
  run({ values, ...source }) {
    const html = compileMerge(source.html, 'html').render(values)
    const plain = source.text.trim() === '' ? textFromHtml(source.html) : source.text
    const text = compileMerge(plain, 'text').render(values)
    const hasLink = (part: string) => part.includes(values.confirm_url)
    return {
      subject: compileMerge(source.subject, 'header', 'subject').render(values),
      html,
      text,
      hasLink: (html.trim() === '' || hasLink(html)) && hasLink(text),
    }
  },
}
