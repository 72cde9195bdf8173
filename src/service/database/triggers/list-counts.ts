import type { Dialect } from '../dialect.ts'

/**
 * The number of contacts of each status in a list, maintained by triggers in the versions before
 * migration 0041.
 */
export function listCounts(name: Dialect['name'], { int, text, end }: Dialect['ddl']): string[] {
  const table = `create table list_counts (
    list_id ${int} not null, status ${text} not null, slot ${int} not null,
    contacts ${int} not null, primary key (list_id, status, slot)
  ) ${end}`
  const fill = `insert into list_counts (list_id, status, slot, contacts)
    select list_id, status, 0, count(*) from contacts group by list_id, status`
  return [table, fill, ...(name === 'sqlite' ? sqliteTriggers : postgresTriggers)]
}

const added = `insert into list_counts (list_id, status, slot, contacts)
  values (new.list_id, new.status, 0, 1)
  on conflict (list_id, status, slot) do update set contacts = contacts + 1`

const taken = `update list_counts set contacts = contacts - 1
  where list_id = old.list_id and status = old.status and slot = 0`

const sqliteTriggers = [
  `create trigger contacts_counted_in after insert on contacts begin ${added}; end`,
  `create trigger contacts_counted_out after delete on contacts begin ${taken}; end`,
  `create trigger contacts_counted_over after update of list_id, status on contacts
    when old.list_id <> new.list_id or old.status <> new.status begin ${taken}; ${added}; end`,
]

/**
 * Counts once per statement, not per row. Connections share 64 slots, because imports into one list
 * would otherwise wait for each other's commit. Ordered, so that two statements on the same slots
 * cannot deadlock.
 */
const postgresCount = (changes: string) => `
  insert into list_counts (list_id, status, slot, contacts)
  select list_id, status, pg_backend_pid() % 64, sum(change) from (${changes}) as changes
  group by list_id, status having sum(change) <> 0 order by list_id, status
  on conflict (list_id, status, slot) do update
    set contacts = list_counts.contacts + excluded.contacts`

const gained = 'select list_id, status, 1 as change from now_there'
const lost = 'select list_id, status, -1 as change from no_more_there'

const changesByFunction = {
  count_contacts_in: gained,
  count_contacts_out: lost,
  count_contacts_over: `${gained} union all ${lost}`,
}

const triggerFunctions = (body: (changes: string) => string): string[] =>
  Object.entries(changesByFunction).map(
    ([
      name,
      changes,
    ]) => `create or replace function ${name}() returns trigger language plpgsql as $$
      begin ${body(changes)}; return null; end $$`,
  )

/**
 * The functions of the triggers on PostgreSQL, which now count only for programs of an earlier version.
 * A statement of this version counts itself, and says so until its transaction ends.
 */
export const functionsForEarlierVersions: readonly string[] = triggerFunctions(
  (changes) => `if coalesce(current_setting('remite.counts_itself', true), '') <> 'yes' then
    ${postgresCount(changes)}; end if`,
)

const postgresTriggers = [
  ...triggerFunctions(postgresCount),
  `create trigger contacts_counted_in after insert on contacts
    referencing new table as now_there
    for each statement execute function count_contacts_in()`,
  `create trigger contacts_counted_out after delete on contacts
    referencing old table as no_more_there
    for each statement execute function count_contacts_out()`,
  `create trigger contacts_counted_over after update on contacts
    referencing old table as no_more_there new table as now_there
    for each statement execute function count_contacts_over()`,
]
