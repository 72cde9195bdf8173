import { Failure } from '../core/failure.ts'
import type { Executor } from './database/dialect.ts'
import {
  type makeSigningKey,
  readSigningKey,
  type SigningKey,
  type SigningKind,
  signingKinds,
} from './signing-keys.ts'

/** One that signs mail, and under which name receivers find its other half in DNS. */
export interface DkimKey extends SigningKey {
  selector: string
}

/** What the operator wants of the keys at a start. */
export interface DkimWish {
  /** Under which mail is signed. */
  selector: string
  /** Keys for later are made under this one: they can be published before they sign. */
  next?: string
  /** Its keys sign nothing more. */
  retired?: string
  /** Makes new keys under `selector` and retires all others at once: a key has leaked. */
  renews?: boolean
}

interface Tools {
  /** Closes keys for the database, and opens them. */
  vault: { seal(secret: Buffer): string; open(sealed: string): Buffer }
  makeKey: typeof makeSigningKey
  now: number
}

const purposes = { rsa: 'dkim rsa', ed25519: 'dkim ed25519' } as const

/** All keys that are not retired, oldest first; those that are wished for and missing are made. */
export async function openDkimKeys(
  db: Executor,
  wish: DkimWish,
  { vault, makeKey, now }: Tools,
): Promise<DkimKey[]> {
  await nameThoseWithoutSelector(db, wish.selector)
  const known = await selectKeys(db)
  const { makes, retires } = planKeys(known, wish)
  // An RSA key takes a while to make, so only when it is needed and before the transaction.
  const made = await Promise.all(
    makes.map(async ({ selector, kind }) => ({
      purpose: purposes[kind],
      selector,
      secret: vault.seal(await makeKey(kind)),
      created_at: now,
      retired_at: null,
    })),
  )
  const keys = await db.transaction().execute(async (tx) => {
    if (retires.length > 0) {
      const retiring = tx.updateTable('keys').set({ retired_at: now }).where('id', 'in', retires)
      await retiring.where('retired_at', 'is', null).execute()
    }
    if (made.length > 0) {
      // Another process may have made them meanwhile: then its are taken.
      const inserting = tx.insertInto('keys').values(made)
      await inserting.onConflict((conflict) => conflict.doNothing()).execute()
    }
    return selectKeys(tx)
  })
  return keys.filter(isAlive).map(({ kind, selector, secret }) => ({
    ...readSigningKey(kind, vault.open(secret)),
    selector,
  }))
}

interface KnownKey {
  id: number
  kind: SigningKind
  selector: string
  secret: string
  retired_at: number | null
}

const isAlive = (key: Pick<KnownKey, 'retired_at'>): boolean => key.retired_at === null

/** What has to be made, and what signs no more. */
function planKeys(known: readonly KnownKey[], wish: DkimWish) {
  const alive = known.filter(isAlive)
  const selectors = [...new Set(alive.map(({ selector }) => selector))]
  const isUsed = (name: string) => known.some(({ selector }) => selector === name)
  const mustBeThere = (name: string) => {
    if (selectors.includes(name)) return
    const values = { selector: name, known: selectors.join(', ') }
    throw new Failure('dkim_selector_unknown', { values })
  }
  // Receivers have the old key in their caches, and would refuse what another one signs.
  const mustBeNew = (name: string) => {
    if (isUsed(name)) throw new Failure('dkim_selector_used', { values: { selector: name } })
  }
  if (wish.renews) mustBeNew(wish.selector)
  else if (alive.length > 0) mustBeThere(wish.selector)
  if (wish.next !== undefined && !selectors.includes(wish.next)) mustBeNew(wish.next)
  if (wish.retired !== undefined && !isUsed(wish.retired)) mustBeThere(wish.retired)
  const wanted = [wish.selector, wish.next].filter((name) => name !== undefined)
  const has = (name: string, kind: SigningKind) =>
    alive.some((key) => key.selector === name && key.kind === kind)
  return {
    makes: wanted.flatMap((selector) =>
      signingKinds
        .filter((kind) => wish.renews || !has(selector, kind))
        .map((kind) => ({ selector, kind })),
    ),
    retires: alive
      .filter(({ selector }) => wish.renews || selector === wish.retired)
      .map(({ id }) => id),
  }
}

async function selectKeys(db: Executor): Promise<KnownKey[]> {
  const rows = await db
    .selectFrom('keys')
    .select(['id', 'purpose', 'selector', 'secret', 'retired_at'])
    .where('purpose', 'in', Object.values(purposes))
    .orderBy('id')
    .execute()
  return rows.flatMap(({ purpose, ...row }) =>
    signingKinds.filter((kind) => purposes[kind] === purpose).map((kind) => ({ ...row, kind })),
  )
}

/** Where there was one selector it was not kept: it is the one that the operator names. */
async function nameThoseWithoutSelector(db: Executor, selector: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('keys')
      .set({ selector })
      .where('purpose', 'in', Object.values(purposes))
      .where('selector', '=', '')
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    await tx
      .updateTable('senders')
      .set({ dkim_selector: selector })
      .where('dkim', '=', 1)
      .where('dkim_selector', 'is', null)
      .execute()
  })
}
