import type { contract } from '../../../contract/index.ts'
import { allScopes, scopesOf } from '../../../contract/scopes.ts'
import { refuse } from '../../../core/failure.ts'
import type { Handler } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { endOf, issueKey } from './issue.ts'

export const create =
  ({ clock }: Service): Handler<typeof contract.keys.create> =>
  ({ name, preset, scopes = [], expires_at }, { account, transact, note }) => {
    refuseUnknown(scopes)
    const granted = new Set<string>([...(preset ? scopesOf(preset) : []), ...scopes])
    if (granted.size === 0) refuse([{ field: 'scopes', code: 'required' }])
    const now = clock.now()
    const key = {
      account_id: account.id,
      name,
      scopes: [...granted].sort().join(' '),
      created_at: now,
      expires_at: endOf(expires_at, now),
    }
    return transact(async (tx) => {
      const created = await issueKey(tx, key)
      note({ after: { name, scopes: key.scopes, expires_at: created.expires_at } })
      return created
    })
  }

function refuseUnknown(scopes: readonly string[]): void {
  const known: readonly string[] = allScopes
  refuse(
    scopes.flatMap((scope, index) =>
      known.includes(scope)
        ? []
        : [
            {
              field: `scopes/${index}`,
              code: 'not_a_choice' as const,
              values: { choices: choicesNear(scope, known).join(', ') },
            },
          ],
    ),
  )
}

/** The scopes of a module with a similar name, or all. */
function choicesNear(scope: string, known: readonly string[]): readonly string[] {
  const near = known.filter((each) => each.slice(0, 3) === scope.slice(0, 3))
  return near.length > 0 ? near : known
}
