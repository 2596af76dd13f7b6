/** Runs one job: reads the session from the store, and returns the facts about it. */
import { type MessagePort, parentPort } from 'node:worker_threads'
import { compress } from '../../compress.ts'
import { FoveaError } from '../../errors.ts'
import { maskSecrets } from '../../scan/secrets/secrets.ts'
import { budgetForRequest } from '../../settings/budget.ts'
import { carried } from '../../store/carried-error.ts'
import { openStoreLater } from '../../store/index.ts'
import { originalOfText } from '../../store/original-of-text.ts'
import type { SessionInfo, Store } from '../../store/store.ts'
import { copyingOf } from '../../store/store-copying.ts'
import type { CompressOptions } from '../../strategies/options/compress-options.ts'
import { countersFor } from '../../tokens/counters.ts'
import { handleOf } from '../../tokens/handle.ts'
import { uuidOf } from '../../tokens/hash.ts'
import { readTranscriptFrom } from '../../transcripts/read-transcript.ts'
import type { Transcript } from '../../transcripts/transcript.ts'
import { systemAndToolTokens } from '../../transcripts/transcript-tokens.ts'
import { evaluate } from '../evaluate/evaluate.ts'
import { observeSession } from '../observe/index.ts'
import type { BatchJob } from './batch-job.ts'
import type { BatchAnswer, BatchThreadSetup } from './batch-threads.ts'

/** Throws errors of the session or of the store. */
export async function runBatchJob(job: BatchJob, given: Store): Promise<Readonly<Record<string, unknown>>> {
  const store = recordedOnce(given, job)
  const bytes = await store.get(handleOf(job.hash, job.hash.length))
  const transcript = await readTranscriptFrom(bytes)
  if (transcript.messages.length === 0)
    throw new FoveaError('invalid-transcript', `${job.name} holds no messages.`)
  const session = sessionOf(job, transcript)
  if (job.task === 'ingest') return ingest(transcript, store, session, job.hash)
  if (job.task === 'compress') return compressed(job, transcript, store, session)
  if (job.task === 'observe') {
    const observed = await observeSession(transcript, { store })
    return {
      observations: observed.observations.length,
      handle: await kept(JSON.stringify(observed), store, session),
    }
  }
  const report = await evaluate([{ name: job.name, transcript }])
  return { handle: await kept(JSON.stringify(report), store, session) }
}

/** Identified by its content: the same session on two machines is one. */
function sessionOf({ hash }: BatchJob, { format, agent, model }: Transcript): SessionInfo {
  return { id: `file_${hash.slice(0, 16)}`, format, agent, ...(model === undefined ? {} : { model }) }
}

/** Characters of messages that are stored together: small enough to show, large enough to be few. */
const chunkLength = 32_000

/** Stores all messages, a few under each handle: `expand db_…#3` shows the third of them. */
async function ingest(
  { messages, sidechains }: Transcript,
  store: Store,
  session: SessionInfo,
  file: string,
): Promise<Readonly<Record<string, unknown>>> {
  const texts = [messages, ...sidechains.map(each => each.messages)].flatMap(chunksOf)
  const originals = texts.map(text => {
    const original = originalOfText(text)
    // The file itself is not searchable, except if it equals one of these texts to the byte.
    return original.hash === file ? { ...original, searchable: maskSecrets(text) } : original
  })
  await store.record({ originals, views: [], session })
  return { messages: messages.length, originals: originals.length, session: session.id }
}

function chunksOf(messages: readonly unknown[]): readonly string[] {
  const chunks: string[][] = []
  let length = chunkLength
  for (const message of messages) {
    const text = JSON.stringify(message)
    if (length + text.length > chunkLength) {
      chunks.push([])
      length = 0
    }
    chunks.at(-1)?.push(text)
    length += text.length
  }
  return chunks.map(chunk => `[${chunk.join(',')}]`)
}

async function compressed(
  { options }: BatchJob,
  transcript: Transcript,
  store: Store,
  session: SessionInfo,
): Promise<Readonly<Record<string, unknown>>> {
  const { messages, format } = transcript
  const fixed = systemAndToolTokens(transcript, countersFor({}).counter)
  const given = {
    ...options,
    budget: budgetForRequest(options.budget, fixed),
    reserved: fixed,
    exactCounts: true,
    format,
    store,
    session,
    strict: true,
  } as CompressOptions
  const { messages: view, receipt } = await compress(messages, given)
  const { before, after } = receipt.tokens
  return {
    tokensBefore: before.tokens,
    tokensAfter: after.tokens,
    strategy: receipt.strategy,
    handle: await kept(JSON.stringify(view), store, session),
  }
}

/** Stores a result as an original, which `fovea expand` shows. */
async function kept(text: string, store: Store, session: SessionInfo): Promise<string> {
  const original = originalOfText(text)
  await store.record({ originals: [original], views: [], session })
  return (await store.handles([original.hash]))[0] as string
}

/**
 * A job that is repeated after its worker was killed records the same runs and adds none: jobs are deterministic, so their
 * first run is always the same, and so is each later one.
 */
function recordedOnce(store: Store, { batch, hash }: BatchJob): Store {
  const recordAs = copyingOf(store)?.recordAs
  if (recordAs === undefined) return store
  let runs = 0
  return {
    ...store,
    record(run) {
      runs += 1
      return recordAs(run, uuidOf(`${batch} ${hash} ${runs}`))
    },
  }
}

/** Runs one job after another in a thread. */
export function runInThread({ address }: BatchThreadSetup): void {
  const port = parentPort as MessagePort
  const opened = openStoreLater(address, { poolSize: 1 })

  const answerTo = async (job: BatchJob): Promise<BatchAnswer> => {
    try {
      return { value: await runBatchJob(job, await opened) }
    } catch (error) {
      return { error: carried(error) }
    }
  }

  port.on('message', async (job: BatchJob) => port.postMessage(await answerTo(job)))
}
