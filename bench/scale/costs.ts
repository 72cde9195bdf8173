/**
 * What one unit costs, as measured by `postgres-cost.ts`, `idle.ts`, `processes.ts` and `tracking.ts` on the
 * machine of bench/README.md. `--set message.cpuMs=0.4` replaces a figure.
 */
export const costs = {
  /** A message of a campaign, from its audience to its result. */
  message: { cpuMs: 0.251, walBytes: 1279, storedBytes: 429, serviceCpuMs: 2.2 },
  /** The first open of a message. A click costs the same. */
  open: { cpuMs: 0.118, walBytes: 2479, storedBytes: 306, serviceCpuMs: 0.135 },
  /** The event of an open or click, which webhooks and the activity of contacts read. */
  event: { storedBytes: 617 },
  /** A row of an import, with three custom fields. */
  importRow: { cpuMs: 0.032, walBytes: 1583, storedBytes: 859, serviceCpuMs: 0.09 },
  /** A process without work, for a second. */
  idle: { cpuMs: 0.1 },
}

/** What is not measured: how people use it, and how the machines are run. */
export const assumptions = {
  use: {
    /** Campaigns of an account in a month. The sizes of accounts follow Zipf's law. */
    campaigns: 8,
    zipf: 1,
    /** Messages of automations, which are spread over the day, of all messages. */
    automated: 0.15,
    /** First opens and clicks of a message. Half of them come within the hours below. */
    opens: 0.35,
    clicks: 0.03,
    halfLifeHours: 4,
    /** Rows imported in a month, for each contact. */
    imported: 0.1,
    /** Campaigns that begin on the full hour. The others begin at any minute. */
    onTheHour: 0.5,
  },
  machines: {
    /** The share of its processors that PostgreSQL may use in the busiest hour. */
    postgresLoad: 0.5,
    /** The same of a service process, of its one processor. */
    serviceLoad: 0.7,
    /** WAL with page images, for the measured WAL without them. */
    pageImages: 2,
    relayMs: 150,
    relayConnections: 64,
    /** The largest that a process sends, whatever the relay takes. */
    maxPerProcess: 400,
    /** Of a process: work and long reads. */
    connections: 16,
    /** How full disks may be, with room for vacuum and a copy of an index. */
    diskLoad: 0.7,
    /** Days that events are kept (docs/security.md), and messages with their opens and clicks. */
    eventDays: 90,
    messageDays: 365,
  },
}

export type Costs = typeof costs
export type Assumptions = typeof assumptions
