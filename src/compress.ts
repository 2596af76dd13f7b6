/** The pipeline: read → measure → plan → reduce → verify → store → write. */
import { classifyByModel } from './choose/classify-by-model.ts'
import { decideStrategy } from './choose/decide-strategy.ts'
import { earlierViews, earlierViewsSync } from './choose/earlier-views.ts'
import { proseByModel } from './choose/prose-by-model.ts'
import { summarizeByModel } from './choose/summarize-by-model.ts'
import { type ViewChooser, viewChooser } from './choose/view-chooser.ts'
import { staysTheSame } from './compressed-again.ts'
import { knownOf, readConversation, withKnown } from './conversation.ts'
import type { CompressOptions, Settings } from './options.ts'
import type { Outcome } from './outcome.ts'
import { resolveOptions, strategyOf } from './resolve-options.ts'
import { failureNote, type ReceiptedRun, receiptOfFailure, runOf, verbatimOf } from './run.ts'
import { memoryStore } from './store/memory.ts'
import type { CompressResult, SyncStore } from './types.ts'
import { writeView } from './write-view.ts'

/** Never throws unless `strict` is set: what cannot be compressed comes back as it is, with a note in the receipt. */
export async function compress<Raw>(
  messages: readonly Raw[],
  options: CompressOptions = {},
): Promise<CompressResult<Raw>> {
  try {
    const asked = resolveOptions(options)
    const store = asked.store ?? memoryStore()
    const conversation = readConversation(messages, asked)
    const settings = decideStrategy(conversation, asked)
    const { hashes } = conversation
    const known = {
      ...knownOf(conversation, await store.views(hashes), await store.handles(hashes)),
      earlier: await earlierViews(conversation, store, settings),
    }
    const measured = withKnown(conversation, known)
    const chooserFor = (by: Settings): ViewChooser =>
      viewChooser(measured, known, by, chosen => staysTheSame(chosen, measured, known, by))
    const plain = chooserFor(settings)
    const classified = await classifyByModel(plain.choose, conversation, settings)
    const { chosen, chooser } = await proseByModel(
      { chosen: classified, chooser: plain },
      conversation,
      settings,
      chooserFor,
    )
    const revised = await summarizeByModel(chosen, conversation.counters.counter, settings, chooser.revise)
    const outcome = chooser.recheck(chosen, revised)
    const { messages: view, outcome: written } = writeView(outcome, conversation, known)
    const run = runOf(written, conversation, settings)
    if (view !== messages && !settings.dryRun) await store.record(run)
    return resultOf(view, written, run, options)
  } catch (error) {
    return unchanged(messages, error, options)
  }
}

/** The same at once, with an embedded store. */
export function compressSync<Raw>(
  messages: readonly Raw[],
  options: CompressOptions<SyncStore> = {},
): CompressResult<Raw> {
  try {
    const asked = resolveOptions(options)
    const store = options.store ?? memoryStore()
    const conversation = readConversation(messages, asked)
    const settings = decideStrategy(conversation, asked)
    const { hashes } = conversation
    const known = {
      ...knownOf(conversation, store.views(hashes), store.handles(hashes)),
      earlier: earlierViewsSync(conversation, store, settings),
    }
    const measured = withKnown(conversation, known)
    const chooser = viewChooser(measured, known, settings, chosen =>
      staysTheSame(chosen, measured, known, settings),
    )
    const outcome = chooser.choose()
    const { messages: view, outcome: written } = writeView(outcome, conversation, known)
    const run = runOf(written, conversation, settings)
    if (view !== messages && !settings.dryRun) store.record(run)
    return resultOf(view, written, run, options)
  } catch (error) {
    return unchanged(messages, error, options)
  }
}

function resultOf<Raw>(
  view: readonly unknown[],
  outcome: Outcome,
  { receipt }: ReceiptedRun,
  { store }: CompressOptions,
): CompressResult<Raw> {
  return {
    messages: view as Raw[],
    receipt,
    verbatim: store === undefined ? verbatimOf(outcome) : {},
    ...(outcome.state === undefined ? {} : { state: outcome.state }),
  }
}

function unchanged<Raw>(
  messages: readonly Raw[],
  error: unknown,
  options: CompressOptions,
): CompressResult<Raw> {
  if (options.strict) throw error
  return {
    messages: messages as Raw[],
    receipt: receiptOfFailure(strategyOf(options), failureNote(error)),
    verbatim: {},
  }
}
