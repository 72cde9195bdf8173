import type { KyselyPlugin } from 'kysely'
import type { Executor } from '../../../src/service/database/dialect.ts'

/** Adds the text of every statement that `db` executes to `log`, those of transactions too. */
export function withQueryLog(db: Executor, log: string[]): Executor {
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      log.push(db.getExecutor().compileQuery(node, queryId).sql)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return db.withPlugin(plugin)
}
