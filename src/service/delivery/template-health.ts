import { yieldToEventLoop } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'

/** The time that rendering the messages of a campaign has taken. */
export interface RenderTime {
  messages: number
  ms: number
}

/** A contact may have a value that makes a message slow, and a stranger can enter it into a form. */
const maxTooSlow = 3
const maxSlowShare = 0.05

/** This many failures without any message are the fault of the template, not of the contacts. */
const maxFailedFirst = 20

/** A net for work that the budget of a message does not count. Usual is 0.1 ms. */
const maxMeanMs = 100
const minMessages = 20

/** After a message that took this long, others get a turn before the next one. */
const slowMs = 5

/** A message that is not made, because its campaign is being paused. It waits for the campaign. */
export class CampaignHeld extends Error {}

/** Watches how the messages of one campaign render, and tells when the campaign has to be paused. */
export class TemplateHealth {
  readonly #time: RenderTime
  #tooSlow = 0
  #failed = 0
  #turn: Promise<void> | undefined

  constructor(time: RenderTime) {
    this.#time = time
  }

  /** Composes a message. Rejects with CampaignHeld once too many have failed or were slow. */
  watch<T>(compose: () => T | Promise<T>): T | Promise<T> {
    // Messages are composed in groups, one directly after the other.
    return this.#turn ? this.#takeTurn().then(() => this.#watch(compose)) : this.#watch(compose)
  }

  #watch<T>(compose: () => T | Promise<T>): T | Promise<T> {
    if (this.isBad) return Promise.reject(new CampaignHeld())
    const before = this.#time.ms
    try {
      const composed = compose()
      return composed instanceof Promise ? composed.catch((error) => this.#fail(error)) : composed
    } catch (error) {
      return Promise.reject(error).catch((reason) => this.#fail(reason))
    } finally {
      // Rendering is synchronous, so it is over.
      if (this.#time.ms - before > slowMs) this.#turn ??= Promise.resolve()
    }
  }

  #fail(error: unknown): never {
    if (error instanceof Failure) this.#failed++
    if (isTooSlow(error)) this.#tooSlow++
    throw error
  }

  get isBad(): boolean {
    const { messages, ms } = this.#time
    if (this.#tooSlow >= maxTooSlow && this.#tooSlow > messages * maxSlowShare) return true
    if (this.#failed >= maxFailedFirst && this.#failed === messages) return true
    return messages >= minMessages && ms / messages > maxMeanMs
  }

  #takeTurn(): Promise<void> {
    this.#turn = this.#turn?.then(yieldToEventLoop)
    return this.#turn ?? Promise.resolve()
  }
}

const isTooSlow = (error: unknown): boolean =>
  error instanceof Failure && error.code === 'template_too_slow'
