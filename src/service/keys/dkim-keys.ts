import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import {
  insertMissingKeys,
  retireKeys,
  type StoredKey,
  selectKeys,
  setMissingSelectors,
  setMissingSenderSelectors,
} from './keys-store.ts'
import {
  type makeSigningKey,
  readSigningKey,
  type SigningKey,
  type SigningKind,
  signingKinds,
} from './signing-keys.ts'
import type { Vault } from './vault.ts'

/** A key that signs mail, with the selector under which DNS publishes its public half. */
export interface DkimKey extends SigningKey {
  selector: string
}

/** What the operator configures for a start. */
export interface DkimSettings {
  /** Mail is signed under this selector. */
  selector: string
  /** Keys are made under this selector too, so that they can be published before they sign. */
  next?: string
  /** The keys of this selector stop signing. */
  retired?: string
  /** Makes new keys under `selector` and retires all others at once: a key has leaked. */
  renews?: boolean
}

interface Tools {
  vault: Vault
  makeKey: typeof makeSigningKey
  now: number
}

const purposes = { rsa: 'dkim rsa', ed25519: 'dkim ed25519' } as const

/** Returns all keys that are not retired, oldest first, and makes those that the settings require. */
export async function loadDkimKeys(
  db: Executor,
  settings: DkimSettings,
  { vault, makeKey, now }: Tools,
): Promise<DkimKey[]> {
  await addSelectors(db, settings.selector)
  const { missing, retiring } = planKeys(await selectDkimKeys(db), settings)
  // An RSA key takes a while to make: only when needed, and before the transaction.
  const made = await Promise.all(
    missing.map(async ({ selector, kind }) => ({
      purpose: purposes[kind],
      selector,
      secret: vault.seal(await makeKey(kind)),
      created_at: now,
      retired_at: null,
    })),
  )
  const keys = await db.transaction().execute(async (tx) => {
    await retireKeys(tx, retiring, now)
    // Another process may have made them in the meantime: then its keys are used.
    await insertMissingKeys(tx, made)
    return selectDkimKeys(tx)
  })
  return keys.filter(isActive).map(({ kind, selector, secret }) => ({
    ...readSigningKey(kind, vault.open(secret)),
    selector,
  }))
}

interface KnownKey extends StoredKey {
  kind: SigningKind
}

const isActive = (key: Pick<KnownKey, 'retired_at'>): boolean => key.retired_at === null

/** Decides which keys to make and which to retire. */
function planKeys(known: readonly KnownKey[], settings: DkimSettings) {
  const active = known.filter(isActive)
  const selectors = [...new Set(active.map(({ selector }) => selector))]
  const isUsed = (name: string) => known.some(({ selector }) => selector === name)
  const requireKnown = (name: string) => {
    if (selectors.includes(name)) return
    const values = { selector: name, known: selectors.join(', ') }
    throw new Failure('dkim_selector_unknown', { values })
  }
  // Receivers have the old key in their caches, and would reject the signatures of a new one.
  const requireUnused = (name: string) => {
    if (isUsed(name)) throw new Failure('dkim_selector_used', { values: { selector: name } })
  }
  if (settings.renews) requireUnused(settings.selector)
  else if (active.length > 0) requireKnown(settings.selector)
  if (settings.next !== undefined && !selectors.includes(settings.next)) {
    requireUnused(settings.next)
  }
  if (settings.retired !== undefined && !isUsed(settings.retired)) requireKnown(settings.retired)
  const required = [settings.selector, settings.next].filter((name) => name !== undefined)
  const has = (name: string, kind: SigningKind) =>
    active.some((key) => key.selector === name && key.kind === kind)
  return {
    missing: required.flatMap((selector) =>
      signingKinds
        .filter((kind) => settings.renews || !has(selector, kind))
        .map((kind) => ({ selector, kind })),
    ),
    retiring: active
      .filter(({ selector }) => settings.renews || selector === settings.retired)
      .map(({ id }) => id),
  }
}

async function selectDkimKeys(db: Executor): Promise<KnownKey[]> {
  const keys = await selectKeys(db, Object.values(purposes))
  return keys.flatMap((key) =>
    signingKinds.filter((kind) => purposes[kind] === key.purpose).map((kind) => ({ ...key, kind })),
  )
}

/** Older versions had one selector and did not store it: it is the one in the settings. */
async function addSelectors(db: Executor, selector: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const count = await setMissingSelectors(tx, Object.values(purposes), selector)
    if (count > 0) await setMissingSenderSelectors(tx, selector)
  })
}
