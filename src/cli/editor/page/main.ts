import type { Component } from 'grapesjs'
import { blockIds, isContent } from '../../../html/message/blocks.ts'
import { createTheme } from '../../../html/message/theme.ts'
import { createActions } from './actions.ts'
import { type Call, openSession, RequestError } from './calls.ts'
import { type Canvas, documentOf, openCanvas } from './canvas.ts'
import { setUpCheck } from './check-panel.ts'
import { type Content, type Loaded, type Saved, timeOf } from './content.ts'
import { offerEarlier, setUpAutosave } from './drafts/autosave.ts'
import { setUpBlocks, setUpDragAndDrop } from './drag-and-drop.ts'
import { byId, createButton, field, onClick, selectButton, setText } from './elements.ts'
import { setUpFinish } from './finish.ts'
import { showIcon } from './icons.ts'
import { setUpImageDrops } from './images/drop-images.ts'
import { setUpUploads } from './images/upload-images.ts'
import { fill, messages } from './messages.ts'
import { setUpPreview } from './preview.ts'
import { showProperties } from './properties/panel.ts'
import { setUpSaveKey } from './save-key.ts'
import { offerStarters } from './starter-choice.ts'
import { setUpTestSend } from './test-send.ts'
import { setUpAddressDialog } from './text/address-dialog.ts'
import { setUpTagInsertion } from './text/insert-tag.ts'
import { setUpPaste } from './text/paste.ts'
import { setUpTextToolbar } from './text/text-toolbar.ts'
import { setUpTagTranslation } from './translate-tags.ts'

interface SaveOptions {
  overwrites?: boolean
  /** The user goes on typing. */
  isAutomatic?: boolean
}

interface Editing {
  call: Call
  canvas: Canvas
  loaded: Loaded
  /** Asks for the address of a link or picture. */
  ask(component: Component): void
}

/** How often the page reports activity, so that the command does not end as idle. */
const stateMs = 60_000

/** The elements that show the upload of a dropped or pasted image. */
const uploadReport = {
  ...{ around: 'upload', progress: 'upload-progress', stop: 'stop-upload' },
  ...{ status: 'upload-status', note: 'upload-note', alert: 'alert' },
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
    await offerStarters(call, canvas, loaded.brand)
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
  let saved: Content = loaded
  let version = loaded.version
  let isDesigned = true
  let [wasUnsaved, hasTold] = [false, false]
  let [revision, savedRevision] = [0, 0]

  const content = (): Content => ({
    asunto: field('asunto').value,
    preheader: field('preheader').value,
    html: isDesigned ? canvas.html() : typedHtml(),
  })
  /** A text area has no `\r\n`. */
  const typedHtml = () =>
    code.value === saved.html.replaceAll('\r\n', '\n') ? saved.html : code.value
  const snapshot = async (): Promise<Content> => ({
    ...content(),
    ...(isDesigned && { html: await canvas.liveHtml() }),
  })
  const changes = (now = content()): Partial<Content> => {
    const names = (['asunto', 'preheader', 'html'] as const).filter(
      (name) => now[name] !== saved[name],
    )
    return Object.fromEntries(names.map((name) => [name, now[name]]))
  }
  const isUnsaved = () =>
    canvas.isEditingText() ? revision !== savedRevision : Object.keys(changes()).length > 0

  function present(shown: Content): void {
    field('asunto').value = shown.asunto
    field('preheader').value = shown.preheader
    code.value = shown.html
    setView(canvas.load(shown.html))
  }

  function show(shown: Content & { version?: string }): void {
    saved = shown
    version = shown.version
    present(shown)
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

  let lastSaved = ''
  let saving = Promise.resolve(true)
  /** Saves run one after the other, because each is based on the previous one. */
  function save(options: SaveOptions = {}): Promise<boolean> {
    saving = saving.then(() => saveNow(options))
    return saving
  }

  async function saveNow({ isAutomatic = false, ...more }: SaveOptions): Promise<boolean> {
    if (!isAutomatic) await canvas.commitText()
    const at = revision
    const now = await snapshot()
    const edited = changes(now)
    // A question to the user stays.
    if (!isAutomatic) setText('alert', '')
    setText('status', messages.saving)
    try {
      const answer = await call<Saved>('save', { ...edited, ...more })
      // Another person's version of what was not edited here.
      if (edited.html === undefined && answer.html !== now.html) show(answer)
      for (const name of ['asunto', 'preheader'] as const) {
        const isTouched = edited[name] !== undefined || field(name).value !== now[name]
        if (!isTouched && answer[name] !== now[name]) field(name).value = answer[name]
      }
      saved = { ...answer, ...edited }
      version = answer.version
      savedRevision = at
      wasUnsaved = false
      lastSaved = fill(messages.savedAt, { time: timeOf(answer.time) })
      setText('status', isAutomatic ? lastSaved : messages.saved)
      noteFile(answer.file)
      await autosave.noteSaved()
      if (isUnsaved()) noteChange()
      if (isAutomatic) return true
      check.setUnsaved(isUnsaved())
      void check.run()
      return true
    } catch (error) {
      setText('status', messages.unsaved)
      if (!(error instanceof RequestError)) setText('alert', messages.lost)
      else if (error.code === 'edited_meanwhile') offerBoth()
      else if (isAutomatic) setText('status', fill(messages.notSaved, { reason: error.message }))
      else setText('alert', error.message)
      await autosave.keep()
      return false
    }
  }

  /** Says where the version is that was replaced after a concurrent edit. */
  function noteFile(file: string | undefined): void {
    if (file !== undefined) setText('earlier', fill(messages.otherVersion, { file }))
  }

  function offerBoth(): void {
    const theirs = createButton(messages.takeTheirs, async () => {
      await canvas.commitText()
      const answer = await call<Loaded & { file?: string }>('reload', content())
      show(answer)
      noteFile(answer.file)
      setText('alert', '')
      await autosave.noteSaved()
    })
    theirs.dataset.conflict = ''
    const mine = createButton(messages.takeMine, () => save({ overwrites: true }))
    byId('alert').replaceChildren(messages.meanwhile, theirs, mine)
  }

  const autosaves = loaded.autosaveMs !== undefined
  /** Previews and tests use the saved message, so it is saved first. */
  const beSaved = async () =>
    !isUnsaved() || ((autosaves || confirm(messages.saveFirst)) && (await save()))

  function noteChange(): void {
    revision += 1
    const now = isUnsaved()
    if (now) autosave.noteChange()
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

  const autosave = setUpAutosave({
    ...{ call, key: loaded.key, autosaveMs: loaded.autosaveMs, isUnsaved, snapshot },
    version: () => version,
    save: () => save({ isAutomatic: true }),
  })
  const check = setUpCheck({
    ...{ call, canvas, beSaved, openSource },
    savedHtml: () => saved.html,
    isDesigned: () => isDesigned,
  })
  setUpTagTranslation({ call, canvas, content, openSource, isDesigned: () => isDesigned })

  show(loaded)
  if (!isDesigned) setText('alert', messages.codeOnly)
  canvas.editor.on('update component:input', noteChange)
  for (const each of [field('asunto'), field('preheader'), code]) {
    each.addEventListener('input', noteChange)
  }
  onClick('save', () => save())
  for (const name of ['undo', 'redo'] as const) showIcon(byId(name), name, messages[name])
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
  setUpFinish({
    ...{ call, canvas, ask, isUnsaved, isDesigned: () => isDesigned },
    ...{ save: () => save(), autosaves, keep: autosave.keep },
    end() {
      saved = content()
      savedRevision = revision
      fail('')
      setText('status', `${lastSaved || messages.nothingSaved} ${messages.ended}`)
    },
  })
  const isSource = !loaded.isRendered
  setUpPreview(call, beSaved, isSource ? content : undefined)
  setUpTestSend(call, beSaved)
  byId('open-test').hidden = !loaded.canTest
  byId('preheader-label').hidden = !loaded.parts.includes('preheader')
  offerEarlier({
    ...{ call, key: loaded.key, current: loaded, earlier: loaded.earlier },
    take(content) {
      present(content)
      noteChange()
    },
  })
  window.addEventListener('beforeunload', (event) => {
    if (isUnsaved()) event.preventDefault()
  })
  setUpSaveKey(documentOf(canvas.editor), () => void save())
}

void start()
