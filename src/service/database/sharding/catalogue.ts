import { sql } from 'kysely'
import type { Executor } from '../dialect.ts'

/** A table as the catalogue of PostgreSQL describes it. Partitions are part of their table. */
export interface CatalogueTable {
  name: string
  columns: readonly { name: string; isNullable: boolean; default: string | null }[]
  keys: readonly CatalogueKey[]
  references: readonly { name: string; to: string }[]
  triggers: readonly string[]
}

/** A primary key or another unique index. */
export interface CatalogueKey {
  name: string
  isPrimary: boolean
  /** A constraint, and not only an index. */
  isConstraint: boolean
  /** Columns or expressions, in their order. */
  columns: readonly string[]
  /** The condition of a partial index. */
  where: string | null
}

/** Reads the tables of the service, without those of the migrator. */
export async function readCatalogue(db: Executor): Promise<CatalogueTable[]> {
  const { rows } = await sql<CatalogueTable>`
    select c.relname as name,
      coalesce((
        select json_agg(json_build_object('name', attname, 'isNullable', not attnotnull,
          'default', pg_get_expr(adbin, adrelid)) order by attnum)
        from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = c.oid and attnum > 0 and not attisdropped
      ), '[]') as columns,
      coalesce((
        select json_agg(json_build_object(
          'name', i.relname, 'isPrimary', indisprimary,
          'isConstraint', exists (select 1 from pg_constraint where conindid = i.oid and conrelid = c.oid),
          'columns', (
            select json_agg(pg_get_indexdef(i.oid, n, true) order by n)
            from generate_series(1, indnkeyatts) as n
          ),
          'where', pg_get_expr(indpred, indrelid)
        ) order by i.relname)
        from pg_index join pg_class i on i.oid = indexrelid where indrelid = c.oid and indisunique
      ), '[]') as keys,
      coalesce((
        select json_agg(json_build_object('name', conname, 'to', target.relname) order by conname)
        from pg_constraint join pg_class target on target.oid = confrelid
        where conrelid = c.oid and contype = 'f'
      ), '[]') as references,
      coalesce((
        select json_agg(tgname order by tgname) from pg_trigger
        where tgrelid = c.oid and not tgisinternal
      ), '[]') as triggers
    from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition
      and c.relnamespace = cast(current_schema() as regnamespace) and c.relname not like 'kysely\\_%'
    order by c.relname
  `.execute(db)
  return rows
}
