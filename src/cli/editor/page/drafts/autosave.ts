import { toIsoTime } from '../../../../core/time.ts'
import { type Call, RequestError } from '../calls.ts'
import { type Content, isSame, type UnsavedDraft } from '../content.ts'
import { byId, createButton, setText } from '../elements.ts'
import { fill, messages } from '../messages.ts'

interface AutosaveOptions {
  call: Call
  /** The name of the message in the browser's storage. */
  key: string
  /** How long a pause is before a save; undefined: only the user saves. */
  autosaveMs: number | undefined
  /** The version that is being changed. */
  version(): string | undefined
  isUnsaved(): boolean
  /** Returns what the user sees, with the text being typed. */
  snapshot(): Promise<Content>
  save(): Promise<unknown>
}

interface Autosave {
  /** To be called after each change. */
  noteChange(): void
  /** To be called after a save. Resolves when no older draft can be kept any more. */
  noteSaved(): Promise<void>
  /** Keeps the changes at once. */
  keep(): Promise<void>
}

/** How long after a change it is kept. */
const keepMs = 700
/** How long after a failed save the next one is. */
const retryMs = 15_000

/**
 * Keeps changes that are not saved: in the storage of the browser, which works without the command in the
 * terminal, and on this machine, which works with another browser. Saves them at a pause of the user.
 */
export function setUpAutosave(options: AutosaveOptions): Autosave {
  const { call, key, autosaveMs, version, isUnsaved, snapshot, save } = options
  let keeping: ReturnType<typeof setTimeout> | undefined
  let saving: ReturnType<typeof setTimeout> | undefined
  let posting = Promise.resolve()

  /** Keeps one after the other, so that an older draft never replaces a newer one. */
  function keep(): Promise<void> {
    clearTimeout(keeping)
    keeping = undefined
    posting = posting.then(keepNow)
    return posting
  }

  async function keepNow(): Promise<void> {
    if (!isUnsaved()) return
    const content = await snapshot()
    store(key, { at: toIsoTime(Date.now()), version: version(), content })
    try {
      await call('keep', content)
      if (autosaveMs === undefined && isUnsaved()) setText('status', messages.keptOnly)
    } catch (error) {
      const isReason = error instanceof RequestError && error.message !== ''
      const sentence = fill(messages.notKept, { reason: isReason ? error.message : '' })
      setText('alert', isReason ? sentence : messages.lost)
    }
  }

  function scheduleSave(ms: number): void {
    clearTimeout(saving)
    saving = setTimeout(async () => {
      if (!isUnsaved() || isPaused()) return
      await save()
      if (isUnsaved()) scheduleSave(Math.max(ms, retryMs))
    }, ms)
  }

  return {
    noteChange() {
      keeping ??= setTimeout(() => void keep(), keepMs)
      if (autosaveMs !== undefined) scheduleSave(autosaveMs)
    },
    async noteSaved() {
      clearTimeout(saving)
      clearTimeout(keeping)
      keeping = undefined
      await posting
      if (!isUnsaved()) localStorage.removeItem(key)
    },
    keep,
  }
}

/** While the user has to decide between two versions, nothing is saved. */
const isPaused = (): boolean => byId('alert').querySelector('[data-conflict]') !== null

/** The storage of a browser is limited, and can be turned off. */
function store(key: string, draft: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    localStorage.removeItem(key) // an older draft would be taken for the last one
  }
}

/** Returns the draft in the storage of the browser. */
function stored(key: string): UnsavedDraft | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined // the storage is turned off
  }
}

interface OfferOptions {
  call: Call
  key: string
  current: Content & { version?: string }
  /** The draft of an earlier run, which the command line has kept. */
  earlier: UnsavedDraft | undefined
  take(content: Content): void
}

/** Offers the newest draft of an earlier run. It stays where it is until the user decides. */
export function offerEarlier({ call, key, current, earlier, take }: OfferOptions): void {
  const own = stored(key)
  const newest = own && (!earlier || own.at > earlier.at) ? own : earlier
  if (!newest || isSame(newest.content, current)) return
  const offer = byId('earlier')
  const { at, version, content } = newest
  const language = document.documentElement.lang
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const isOld = version !== undefined && version !== current.version
  offer.replaceChildren(
    fill(isOld ? messages.earlierOfOld : messages.earlier, { time: time.format(Date.parse(at)) }),
    createButton(messages.restore, async () => {
      offer.replaceChildren()
      take(content)
      await call('restore', { ...content, version })
    }),
    createButton(messages.discard, async () => {
      offer.replaceChildren()
      localStorage.removeItem(key)
      await call('discard')
    }),
  )
}
