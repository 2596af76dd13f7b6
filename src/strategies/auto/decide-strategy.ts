/** Decides for one conversation, by its context window or for the strategy `auto`: a strategy, a budget, or to do nothing. */
import { ledgerOfMessages } from '../../ledger/ledger-of-messages.ts'
import { openCalls } from '../../measure/message-groups.ts'
import type { AutoReport, ContextPressure } from '../../receipt.ts'
import { counted } from '../../reduce/pieces/counted.ts'
import type { Budget } from '../../settings/budget.ts'
import {
  type ContextWindow,
  contextPressure,
  contextWindow,
  windowOfModel,
} from '../../settings/model-windows.ts'
import { ownSettings } from '../../settings/option-group.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Message, StrategyName } from '../../types.ts'
import type { Conversation } from '../../view/conversation.ts'
import { anchoredOptions } from '../anchored/anchored-options.ts'
import { autoOptions } from './auto-options.ts'

/** Without a window and without `auto`, the settings stay as they were. */
export function decideStrategy(conversation: Conversation, settings: Settings): Settings {
  const isAuto = settings.strategy === 'auto'
  const window = windowFor(settings, isAuto)
  if (window === undefined && !isAuto) return settings
  const pressure = window === undefined ? undefined : pressureOf(conversation, settings, window)
  const hasBudget = isBudgetGiven(settings)
  const trigger = pressure === undefined ? undefined : triggerFor(conversation, pressure, hasBudget)
  const { strategy, reasons } = isAuto
    ? chooseStrategy({
        ...factsOf(conversation, trigger),
        ...wishesOf(settings),
        trigger,
        hasTarget: hasBudget || trigger?.act === true,
      })
    : {
        strategy: trigger?.act === false ? undefined : settings.strategy,
        reasons: trigger === undefined ? [] : [trigger.why],
      }
  const auto: AutoReport = {
    ...(strategy === undefined ? {} : { strategy }),
    reasons,
    ...(pressure === undefined ? {} : { pressure }),
  }
  // An infinite threshold leaves the request as it is.
  if (strategy === undefined)
    return { ...settings, budget: undefined, compressionThreshold: Number.POSITIVE_INFINITY, auto }
  if (hasBudget || !trigger?.act) return { ...settings, strategy, auto }
  const budget: Budget = { tokens: trigger.target + settings.reserved, goal: 'window' }
  return { ...settings, strategy, budget, auto }
}

/** Whether the caller gave the budget: one with a goal comes from a strategy. */
function isBudgetGiven({ budget }: Settings): boolean {
  return budget !== undefined && budget.goal === undefined
}

function windowFor({ window, counter }: Settings, isAuto: boolean): ContextWindow | undefined {
  if (window !== undefined) return contextWindow(window)
  return isAuto && typeof counter === 'string' ? windowOfModel(counter) : undefined
}

function pressureOf(
  { tokens }: Conversation,
  { reserved }: Settings,
  window: ContextWindow,
): ContextPressure {
  return contextPressure(tokens - reserved, window, reserved)
}

/** A given budget triggers at any moment, however much room the window has. */
function triggerFor(
  { messages }: Conversation,
  { tokens, usable }: ContextPressure,
  hasBudget: boolean,
): Trigger {
  const moment = { tokens, usable, messages: messages.length, isSafe: isSafeMoment(messages) }
  const trigger = triggerAt(moment)
  if (trigger.act || !hasBudget) return trigger
  return { act: true, why: `a budget is given, though ${trigger.why}`, target: usable }
}

/** Not computed where nothing will be done. */
function factsOf(
  { messages }: Conversation,
  trigger: Trigger | undefined,
): { steps: number; decisions: number } {
  if (trigger?.act === false) return { steps: 0, decisions: 0 }
  const rows = ledgerOfMessages(messages).rows.filter(({ state }) => state !== 'hidden')
  const stepState = /created|modified|deleted|done|active|pending/
  return {
    steps: rows.filter(({ section, state }) => section === 'commands' || stepState.test(state)).length,
    decisions: rows.filter(({ section }) => section === 'decisions' || section === 'constraints').length,
  }
}

function wishesOf(settings: Settings): Pick<SessionFacts, 'wantsSpeed' | 'hasModel' | 'needsLedger'> {
  const { model, state } = settings
  const { rehydrate } = ownSettings(anchoredOptions, settings)
  return {
    wantsSpeed: ownSettings(autoOptions, settings).speed,
    hasModel: model.summarizer !== undefined,
    needsLedger: state !== undefined || rehydrate !== undefined || model.ledgerWriter !== undefined,
  }
}

export interface SessionFacts {
  /** Absent where the size of the window is unknown, which counts as full. */
  readonly trigger?: Trigger | undefined
  /** Files changed, commands run, items of a list. */
  readonly steps: number
  /** Decisions and rules. */
  readonly decisions: number
  readonly wantsSpeed: boolean
  readonly hasModel: boolean
  /** Whether there is a number of tokens to meet, from a budget or from a window. */
  readonly hasTarget: boolean
  /** The caller continues from a ledger, or asks for something that only a ledger has. */
  readonly needsLedger: boolean
}

interface AutoChoice {
  /** Absent where the request stays as it is. */
  readonly strategy?: Exclude<StrategyName, 'auto'>
  /** In the order in which they were checked. */
  readonly reasons: readonly string[]
}

/** A task with this many steps counts as long. */
const severalSteps = 3

/** Coverage where there is a number of tokens to meet; else the choice of the guide. */
export function chooseStrategy(facts: SessionFacts): AutoChoice {
  const { trigger, hasTarget, needsLedger } = facts
  if (trigger?.act === false) return { reasons: [trigger.why] }
  const guide = guidedChoice(facts)
  if (!hasTarget || needsLedger) return guide
  const why = `the guide names ${guide.strategy}; coverage shows more of what is needed in the same room`
  return { strategy: 'coverage', reasons: [...guide.reasons, why] }
}

/** A ledger is read from the session and costs no time: every branch but the one for speed makes one. */
function guidedChoice(facts: SessionFacts): Required<AutoChoice> {
  const { trigger, steps, decisions, wantsSpeed, hasModel, hasTarget } = facts
  const isLong = steps >= severalSteps && decisions > 0
  const unknown = hasTarget ? 'a budget is given' : 'the window is unknown and counts as full'
  const reasons = [
    trigger?.why ?? unknown,
    `${counted(steps, 'step')}, ${counted(decisions, 'decision or rule', 'decisions and rules')}`,
  ]
  if (isLong) return { strategy: 'anchored', reasons }
  if (wantsSpeed) return { strategy: 'window', reasons: [...reasons, 'speed is wanted'] }
  if (hasModel) return { strategy: 'regenerative', reasons: [...reasons, 'a model is at hand'] }
  return { strategy: 'hybrid', reasons: [...reasons, 'no model is at hand'] }
}

/** Compression starts at this share of the usable window. */
const highWater = 0.7
/** Compression goes down to this share. */
const lowWater = 0.5
/** From this share on, the moment and the number of messages do not matter. */
const critical = 0.9
/** Fewer messages are left alone while they fit. */
const minMessages = 10

/** What the decision to compress depends on. */
export interface Moment {
  /** Tokens of the messages, and the room that the window has for them. */
  readonly tokens: number
  readonly usable: number
  readonly messages: number
  readonly isSafe: boolean
}

type Trigger =
  | {
      readonly act: true
      readonly why: string
      /** Maximum tokens of the messages. */
      readonly target: number
    }
  | { readonly act: false; readonly why: string }

/** When to compress, and how far: by high- and low-water marks, at safe moments. */
export function triggerAt({ tokens, usable, messages, isSafe }: Moment): Trigger {
  const share = tokens / Math.max(1, usable)
  const full = `${percent(share)} of the usable window is full`
  const wait = (why: string): Trigger => ({ act: false, why })
  if (share < highWater) return wait(`${full}, less than ${percent(highWater)}`)
  if (messages < minMessages && share < critical)
    return wait(`${messages} messages are fewer than ${minMessages}`)
  if (!isSafe && share < critical)
    return wait(`a call is open or a turn is under way, and ${full}, less than ${percent(critical)}`)
  return { act: true, why: full, target: Math.floor(usable * lowWater) }
}

/** Whether a turn is over and no call is open: the agent spoke last, or the user has just begun a turn. */
export function isSafeMoment(messages: readonly Message[]): boolean {
  const last = messages.at(-1)
  if (last === undefined) return true
  const hasToolPart = last.blocks.some(({ type }) => type === 'toolCall' || type === 'toolResult')
  return !hasToolPart && last.role !== 'tool' && openCalls(messages).size === 0
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
