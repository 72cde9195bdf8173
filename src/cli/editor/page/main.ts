import type { Component } from 'grapesjs'
import { blockIds, isContent } from '../../../html/message/blocks.ts'
import { createTheme, type MessageBrand } from '../../../html/message/theme.ts'
import { createActions } from './actions.ts'
import { type Call, openSession, RequestError } from './calls.ts'
import { type Canvas, documentOf, openCanvas } from './canvas.ts'
import { setUpCheck } from './check-panel.ts'
import { setUpBlocks, setUpDragAndDrop } from './drag-and-drop.ts'
import { byId, createButton, field, onClick, selectButton, setText } from './elements.ts'
import { setUpImageDrops } from './images/drop-images.ts'
import { setUpUploads } from './images/upload-images.ts'
import { messages } from './messages.ts'
import { setUpPreview } from './preview.ts'
import { showProperties } from './properties.ts'
import { offerStarters } from './starter-choice.ts'
import { setUpTestSend } from './test-send.ts'
import { setUpAddressDialog } from './text/address-dialog.ts'
import { setUpTagInsertion } from './text/insert-tag.ts'
import { setUpPaste } from './text/paste.ts'
import { setUpTextToolbar } from './text/text-toolbar.ts'
import { setUpTagTranslation } from './translate-tags.ts'
import { setUpUnfinished } from './unfinished.ts'

interface Content {
  asunto: string
  preheader: string
  html: string
}

interface Loaded extends Content {
  /** The keys of the merge tags. */
  tags: string[]
  brand: MessageBrand
}

interface Editing {
  call: Call
  canvas: Canvas
  loaded: Content
  /** Asks for the address of a link or picture. */
  ask(component: Component): void
}

/** How often the page reports activity, so that the command does not end as idle. */
const stateMs = 60_000

/** The elements that show the upload of a dropped or pasted image. */
const uploadReport = {
  ...{ around: 'upload', progress: 'upload-progress', stop: 'stop-upload' },
  ...{ status: 'upload-status', alert: 'alert' },
}

async function start(): Promise<void> {
  setText('status', messages.loading)
  const session = await openSession()
  if (!session) return fail(messages.linkUsed)
  const { call } = session
  try {
    const loaded = await call<Loaded>('load')
    const theme = createTheme(loaded.brand)
    const canvas = await openCanvas(theme)
    const addresses = setUpAddressDialog({ canvas, theme, session })
    const actions = createActions({ canvas, theme, isContent, askAddress: addresses.ask })
    edit({ call, canvas, loaded, ask: addresses.ask })
    setUpTagInsertion(canvas, loaded.tags)
    const uploadImage = setUpUploads(session.upload, uploadReport)
    const images = setUpImageDrops({ canvas, theme, uploadImage, askText: addresses.askText })
    setUpBlocks(actions, setUpDragAndDrop(canvas, actions, images.drop), blockIds)
    setUpTextToolbar({ canvas, actions, theme, addresses })
    setUpPaste({ canvas, theme, pasteImages: images.paste })
    showProperties({ canvas, actions, theme, tags: loaded.tags })
    await offerStarters(call, canvas)
  } catch (error) {
    fail(error instanceof RequestError ? error.message || messages.linkUsed : messages.lost)
  }
}

function fail(sentence: string): void {
  setText('status', '')
  setText('alert', sentence)
  for (const button of document.querySelectorAll('button')) button.disabled = true
}

function edit({ call, canvas, loaded, ask }: Editing): void {
  const code = byId<HTMLTextAreaElement>('html')
  let saved = loaded
  let isDesigned = true
  let [wasUnsaved, hasTold] = [false, false]

  const content = (): Content => ({
    asunto: field('asunto').value,
    preheader: field('preheader').value,
    html: isDesigned ? canvas.html() : code.value,
  })
  const changes = (): Partial<Content> => {
    const now = content()
    const names = (['asunto', 'preheader', 'html'] as const).filter(
      (name) => now[name] !== saved[name],
    )
    return Object.fromEntries(names.map((name) => [name, now[name]]))
  }
  const isUnsaved = () => canvas.isEditingText() || Object.keys(changes()).length > 0

  function show(shown: Content): void {
    saved = shown
    field('asunto').value = shown.asunto
    field('preheader').value = shown.preheader
    code.value = shown.html
    setView(canvas.load(shown.html))
    setText('status', messages.upToDate)
    check.setUnsaved(false)
    void check.run()
  }

  /** If the canvas would lose a part of the message, only its HTML can be edited. */
  function setView(asDesign: boolean): void {
    isDesigned = asDesign
    selectButton(asDesign ? 'design' : 'source', ['design', 'source'])
    document.body.classList.toggle('in-code', !asDesign)
    byId('code').hidden = asDesign
    for (const id of ['middle', 'blocks', 'properties']) byId(id).hidden = !asDesign
  }

  async function openSource(): Promise<void> {
    await canvas.commitText()
    code.value = content().html
    setView(false)
  }

  let saving = Promise.resolve(true)
  /** Saves run one after the other, because each is based on the previous one. */
  function save(more: { overwrites?: boolean } = {}): Promise<boolean> {
    saving = saving.then(() => saveNow(more))
    return saving
  }

  async function saveNow(more: { overwrites?: boolean }): Promise<boolean> {
    await canvas.commitText()
    const [now, edited] = [content(), changes()]
    setText('alert', '')
    setText('status', messages.saving)
    try {
      await call('save', { ...edited, ...more })
      saved = now
      wasUnsaved = false
      setText('status', messages.saved)
      check.setUnsaved(isUnsaved())
      if (isUnsaved()) noteChange()
      void check.run()
      return true
    } catch (error) {
      setText('status', messages.unsaved)
      if (!(error instanceof RequestError)) setText('alert', messages.lost)
      else if (error.code === 'edited_meanwhile') offerBoth()
      else setText('alert', error.message)
      return false
    }
  }

  function offerBoth(): void {
    byId('alert').replaceChildren(
      messages.meanwhile,
      createButton(messages.takeTheirs, async () => {
        if (!confirm(messages.confirmTheirs)) return
        setText('alert', '')
        show(await call<Content>('reload'))
      }),
      createButton(messages.takeMine, () => save({ overwrites: true })),
    )
  }

  /** A message with an empty link or picture is not done. It can be saved as a draft. */
  function offerToFinish(unfinished: Component): void {
    byId('alert').replaceChildren(
      messages.notDone,
      createButton(messages.fillIn, () => {
        setText('alert', '')
        canvas.editor.select(unfinished)
        canvas.editor.Canvas.scrollTo(unfinished, { force: true, block: 'center' })
        ask(unfinished)
      }),
    )
  }

  /** Previews and tests use the saved message, so it is saved first. */
  const beSaved = async () => !isUnsaved() || (confirm(messages.saveFirst) && (await save()))

  function noteChange(): void {
    const now = isUnsaved()
    setText('status', now ? messages.unsaved : messages.upToDate)
    check.setUnsaved(now)
    if (now === wasUnsaved && hasTold) return
    wasUnsaved = now
    hasTold = true
    setTimeout(() => {
      hasTold = false
    }, stateMs)
    call('state', { unsaved: now }).catch(() => setText('alert', messages.lost))
  }

  const check = setUpCheck({
    ...{ call, canvas, beSaved, openSource },
    savedHtml: () => saved.html,
    isDesigned: () => isDesigned,
  })
  setUpTagTranslation({ call, canvas, content, openSource, isDesigned: () => isDesigned })

  show(loaded)
  const firstUnfinished = setUpUnfinished({ canvas, ask })
  if (!isDesigned) setText('alert', messages.codeOnly)
  canvas.editor.on('update component:input', noteChange)
  for (const each of [field('asunto'), field('preheader'), code]) {
    each.addEventListener('input', noteChange)
  }
  onClick('save', () => save())
  onClick('undo', () => canvas.editor.UndoManager.undo())
  onClick('redo', () => canvas.editor.UndoManager.redo())
  onClick('source', async () => {
    await openSource()
    code.focus()
  })
  onClick('design', () => {
    if (isDesigned) return
    const isFaithful = canvas.load(code.value)
    setText('alert', isFaithful ? '' : messages.codeOnly)
    if (isFaithful) setView(true)
    check.refresh()
  })
  onClick('done', async () => {
    await canvas.commitText()
    const unfinished = isDesigned ? firstUnfinished() : undefined
    if (unfinished) return offerToFinish(unfinished)
    if (isUnsaved() && !confirm(messages.leave)) return
    await call('done')
    saved = content()
    fail('')
    setText('status', messages.ended)
  })
  setUpPreview(call, beSaved)
  setUpTestSend(call, beSaved)
  window.addEventListener('beforeunload', (event) => {
    if (isUnsaved()) event.preventDefault()
  })
  for (const each of [document, documentOf(canvas.editor)]) {
    // Before the text editor handles the key.
    each.addEventListener('keydown', saveByKey, { capture: true })
  }

  function saveByKey(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return
    event.preventDefault()
    void save()
  }
}

void start()
