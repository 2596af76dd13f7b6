/** Turns session files into jobs: their content is stored, where any worker finds it. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { unreadableFile } from '../../errors.ts'
import type { Original, Store } from '../../store/store.ts'
import { hashBytes, hashText } from '../../tokens/hash.ts'
import type { Batch, BatchJob, BatchOptions, BatchTask } from './batch-job.ts'

interface BatchRequest {
  readonly task: BatchTask
  readonly options: BatchOptions
  readonly files: readonly string[]
  /** Each line of a file is a separate session. */
  readonly isByLine: boolean
}

interface PreparedBatch {
  readonly batch: Batch
  /** One job for each distinct content. */
  readonly jobs: readonly BatchJob[]
}

const maxBytes = 4 << 20

export async function prepareBatch(
  { task, options, files, isByLine }: BatchRequest,
  store: Pick<Store, 'put'>,
  onFile: (done: number) => void = () => {},
): Promise<PreparedBatch> {
  const names = new Map<string, string>()
  let waiting: Original[] = []
  let bytes = 0
  const send = async (): Promise<void> => {
    if (waiting.length > 0) await store.put(waiting)
    waiting = []
    bytes = 0
  }
  for (const [done, file] of files.entries()) {
    for (const { name, content } of contentsOf(file, isByLine)) {
      const hash = hashBytes(content)
      if (names.has(hash)) continue
      names.set(hash, name)
      // Searches find what the job stores; the file itself is not searchable.
      waiting.push({ hash, bytes: content, searchable: '' })
      bytes += content.length
      if (bytes >= maxBytes) await send()
    }
    onFile(done + 1)
  }
  await send()
  const id = hashText(JSON.stringify([task, options, [...names.keys()].sort()])).slice(0, 12)
  const batch: Batch = { id, task, options, jobs: names.size, at: Date.now() }
  return { batch, jobs: Array.from(names, ([hash, name]) => ({ batch: id, task, name, hash, options })) }
}

function contentsOf(
  file: string,
  isByLine: boolean,
): readonly { readonly name: string; readonly content: Uint8Array }[] {
  const content = bytesOf(file)
  if (!isByLine) return [{ name: file, content }]
  const lines = Buffer.from(content).toString('utf8').split('\n')
  return lines.flatMap((line, index) =>
    line.trim() === '' ? [] : [{ name: `${file}:${index + 1}`, content: new TextEncoder().encode(line) }],
  )
}

function bytesOf(file: string): Uint8Array {
  try {
    const bytes = readFileSync(file)
    return Uint8Array.from(file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
  } catch (cause) {
    throw unreadableFile(file, cause)
  }
}
