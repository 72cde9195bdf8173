import { type Call, RequestError } from './calls.ts'
import type { Canvas } from './canvas.ts'
import { byId, field, onClick, setText } from './elements.ts'
import { fill, messages } from './messages.ts'

interface Content {
  asunto: string
  preheader: string
  html: string
}

interface Translation {
  content: Content
  count: number
  /** The tags without an exact equivalent. */
  left: string[]
}

interface TranslateOptions {
  call: Call
  canvas: Canvas
  content(): Content
  isDesigned(): boolean
  openSource(): Promise<void>
}

/** Translates the merge tags of other tools in what is being edited. It can be undone. */
export function setUpTagTranslation(options: TranslateOptions): void {
  const { call, canvas, content, isDesigned, openSource } = options

  async function translate(): Promise<void> {
    await canvas.commitText()
    const before = content()
    const { content: after, count, left } = await call<Translation>('translate', before)
    for (const name of ['asunto', 'preheader'] as const) {
      if (after[name] !== before[name]) retype(field(name), after[name])
    }
    if (after.html !== before.html && !(isDesigned() && canvas.replace(after.html))) {
      await openSource()
      retype(byId<HTMLTextAreaElement>('html'), after.html)
    }
    byId('run-check').focus()
    setText(
      'check-status',
      [
        count === 0 ? messages.noTagTranslated : fill(messages.tagsTranslated, { count }),
        left.length === 0 ? '' : fill(messages.tagsLeft, { tags: left.join(', ') }),
      ].join(' '),
    )
  }

  onClick('translate-tags', async () => {
    try {
      await translate()
    } catch (error) {
      setText('alert', error instanceof RequestError ? error.message : messages.lost)
    }
  })
}

/** Types a text over the old one, because the browser can undo that. */
function retype(written: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  written.focus()
  written.select()
  document.execCommand('insertText', false, text)
  if (written.value === text.replaceAll('\r\n', '\n')) return
  written.value = text // longer than the field allows, which saving reports
  written.dispatchEvent(new Event('input'))
}
