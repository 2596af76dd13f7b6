/** The results as one table. */
import type { SpeedResults } from '../speed.ts'

export function speedTable({
  warm,
  starts,
  cold,
  live,
  workers,
  memory,
  growth,
  instructions,
}: SpeedResults): string {
  const lines: string[] = []
  if (warm !== undefined)
    for (const [name, ratio] of Object.entries(warm.ratios))
      lines.push(
        row(`warm, ${name}, over counting once by gpt-tokenizer`, ratio.toFixed(2)),
        row(
          `warm, ${name}, over counting once by our own counter`,
          ((ratio * warm.countingMs) / warm.ownCountingMs).toFixed(2),
        ),
      )
  if (starts !== undefined)
    lines.push(
      row("`import 'fovea'` in a fresh process, over `node -e 0`", over(starts.importMs, starts.nodeMs)),
      row('`fovea --version`, over `node -e 0`', over(starts.versionMs, starts.nodeMs)),
    )
  if (cold !== undefined)
    for (const [call, { cpuMs, wallMs }] of Object.entries(cold.calls))
      lines.push(
        row(`${coldNames[call] ?? call}: CPU of all threads`, `${cpuMs.toFixed(0)} ms`),
        row(`${coldNames[call] ?? call}: wall clock`, `${wallMs.toFixed(0)} ms`),
      )
  if (live !== undefined)
    lines.push(
      row('an epoch beyond the first, over one view of all at once', live.epochRatio.toFixed(2)),
      row('a step beyond the first, 100,000 tokens and more', `${live.stepMs.toFixed(1)} ms`),
      ...(live.stepWithToolsMs === undefined
        ? []
        : [
            row(
              'the same with 100,000 characters of system text and tools',
              `${live.stepWithToolsMs.toFixed(1)} ms`,
            ),
          ]),
      row(
        `all steps and epochs of ${count(live.longRun.messages)} messages, over one compression`,
        live.longRun.ratio.toFixed(1),
      ),
    )
  for (const [threads, { firstMs, laterMs }] of workers?.calls.entries() ?? [])
    lines.push(
      row(
        `${((workers?.bytes ?? 0) / 1e6).toFixed(1)} MB, ${threads === 0 ? 'no workers' : `workers: ${threads}`}, ${workers?.cores} cores: first call and later ones`,
        `${firstMs.toFixed(0)} ms, ${laterMs.toFixed(0)} ms`,
      ),
    )
  if (memory !== undefined)
    lines.push(
      row(
        `peak memory over the input's bytes, ${(memory.bytes / 1e6).toFixed(1)} MB`,
        (memory.peakBytes / memory.bytes).toFixed(1),
      ),
      ...(memory.boundPeakBytes === undefined
        ? []
        : [
            row(
              'the same with a young generation as in our own threads (`node --max-semi-space-size=8`)',
              (memory.boundPeakBytes / memory.bytes).toFixed(1),
            ),
          ]),
      ...(memory.smallPeakBytes === undefined
        ? []
        : [
            row(
              'the same in a process that V8 keeps small (`node --optimize-for-size`)',
              (memory.smallPeakBytes / memory.bytes).toFixed(1),
            ),
          ]),
    )
  const base = growth?.[0]?.microseconds ?? Number.NaN
  for (const { messages, microseconds } of growth?.slice(1) ?? [])
    lines.push(
      row(
        `cost per message, ${count(messages)} over ${count(growth?.[0]?.messages ?? 0)}, every option on`,
        (microseconds / base).toFixed(2),
      ),
    )
  for (const { counter, node, arch, instructions: counted } of instructions ?? [])
    lines.push(
      row(
        `instructions of the first call on the example session (${counter}, Node ${node}, ${arch})`,
        `${(counted / 1e6).toFixed(0)} million`,
      ),
    )
  const notes = [
    warm === undefined
      ? ''
      : `Warm: ${warm.sessions} sessions of ${count(warm.tokens)} tokens in all, each met for the first time by a process that has compressed others, in turns with counting. The bounds that are aimed at were set when counting meant gpt-tokenizer; our own counter takes ${(warm.ownCountingMs / warm.countingMs).toFixed(2)} of its time.`,
    cold === undefined
      ? ''
      : `First call: the median of ${cold.processes} fresh processes each, one session of ${count(cold.tokens)} tokens, beyond the import. V8 compiles on other threads meanwhile, so that its CPU is more than the wall clock where cores are free.`,
  ]
  return ['| | |', '| --- | --: |', ...lines, '', notes.filter(note => note !== '').join(' ')]
    .join('\n')
    .trim()
}

const coldNames: Readonly<Record<string, string>> = {
  compress: 'first call in a fresh process, budget of 15 %',
  count: 'first count by gpt-tokenizer, whose import takes most of its time',
  prune: 'first AI SDK pruneMessages with gpt-tokenizer',
}

function row(name: string, value: string): string {
  return `| ${name} | ${value} |`
}

function over(milliseconds: number, base: number): string {
  return `${(milliseconds / base).toFixed(2)} (${milliseconds.toFixed(0)} of ${base.toFixed(0)} ms)`
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en')
}
