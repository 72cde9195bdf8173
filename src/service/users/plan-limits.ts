import { mebibyte } from '../../core/bytes.ts'

/** What an account may use, by its plan. Sub-accounts have their own share. */
export interface PlanLimits {
  /** Its turns in sending, for each turn of an account on the smallest plan. */
  sendingTurns: number
  /** Files of imports, attachments, message bodies and properties of events that the database keeps. */
  keptBytes: number
  /** Imports that may be uploaded at the same time. */
  uploadsAtOnce: number
  /** Test sends a day to addresses that are neither the account's nor its users'. */
  testsToOthersADay: number
  /** Test sends a day to addresses of the account and its users that it has not verified. */
  testsToUsersADay: number
  /** Opt-in mails to contacts that the owner adds, imports or moves. What is above waits. */
  ownerOptIns: MailRates
  /** Opt-in mails that forms and other people's requests cause. What is above waits. */
  personOptIns: MailRates
}

interface MailRates {
  anHour: number
  aDay: number
}

type Plan = 'sandbox' | 'free' | 'paid'

const limitsOfPlan: Readonly<Record<Plan, PlanLimits>> = {
  sandbox: {
    sendingTurns: 1,
    keptBytes: 1024 * mebibyte,
    uploadsAtOnce: 2,
    testsToOthersADay: 10,
    testsToUsersADay: 100,
    ownerOptIns: { anHour: 2000, aDay: 10_000 },
    personOptIns: { anHour: 2000, aDay: 10_000 },
  },
  free: {
    sendingTurns: 1,
    keptBytes: 256 * mebibyte,
    uploadsAtOnce: 2,
    testsToOthersADay: 5,
    testsToUsersADay: 50,
    ownerOptIns: { anHour: 100, aDay: 500 },
    personOptIns: { anHour: 200, aDay: 1000 },
  },
  paid: {
    sendingTurns: 4,
    keptBytes: 2048 * mebibyte,
    uploadsAtOnce: 4,
    testsToOthersADay: 20,
    testsToUsersADay: 200,
    ownerOptIns: { anHour: 5000, aDay: 50_000 },
    personOptIns: { anHour: 5000, aDay: 50_000 },
  },
}

/** Returns the limits of a plan. A plan of another version counts as `free`. */
export const planLimits = (plan: string): PlanLimits =>
  limitsOfPlan[plan as Plan] ?? limitsOfPlan.free
