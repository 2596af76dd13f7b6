/** What every middleware does with a model call: compress within a deadline, and never let the call fail because of it. */
import { createSessions, type SessionOptions, type StepReceipt, type Usage } from '../../session/session.ts'
import { sessionTuningNames } from '../../session/session-settings.ts'
import { callback, invalidOption } from '../../settings/invalid-option.ts'
import { checkNames, type NamesOf } from '../../settings/option-names.ts'

export interface MiddlewareOptions extends Omit<SessionOptions, 'format'> {
  /**
   * Milliseconds after which a call goes out uncompressed: with the view of the call before, and the new messages unchanged.
   * @default 10000
   */
  readonly timeoutMs?: number | undefined
  /** Called for every request with what was sent, cached and saved. @default none */
  readonly onStep?: ((receipt: StepReceipt) => void) | undefined
}

export interface MiddlewareStep {
  /** The same messages if nothing changed. */
  readonly messages: readonly unknown[]
  /** Takes the usage that the provider reported. */
  usage(usage: Usage | undefined): void
}

interface MiddlewareSession {
  /** Never throws. */
  step(request: MiddlewareRequest): Promise<MiddlewareStep>
}

interface MiddlewareRequest {
  readonly messages: readonly unknown[]
  /** Parts of the request that precede the messages in the provider's cache. */
  readonly model?: unknown
  readonly system?: unknown
  readonly tools?: unknown
}

/** Every option of a middleware. */
export const middlewareOptionNames: NamesOf<MiddlewareOptions> = {
  id: true,
  store: true,
  ...sessionTuningNames,
  timeoutMs: true,
  onStep: true,
}

/** Throws `invalid-option`. */
export function middlewareSession(options: MiddlewareOptions): MiddlewareSession {
  checkNames(options, middlewareOptionNames)
  const { timeoutMs = 10_000, onStep, ...rest } = options
  if (!(typeof timeoutMs === 'number' && timeoutMs > 0))
    throw invalidOption('timeoutMs', timeoutMs, 'a number above 0')
  if (onStep !== undefined) callback('onStep', onStep)
  const sessions = createSessions({ ...rest, format: 'ai-sdk' })
  return {
    async step(request) {
      const { request: view, receipt, session } = await sessions.step(request, { timeoutMs })
      report(onStep, receipt)
      return {
        messages: view.messages,
        usage: usage => (usage === undefined ? undefined : sessions.usage(session, usage)),
      }
    },
  }
}

function report(onStep: MiddlewareOptions['onStep'], receipt: StepReceipt): void {
  try {
    onStep?.(receipt)
  } catch {
    // An error of a listener must not fail the call.
  }
}

export function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
