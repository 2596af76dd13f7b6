/** Checks the view that `compress` made with probes: those of a file, or those derived from the session. */
import { readFile } from 'node:fs/promises'
import { errorAtFile, type FoveaError } from '../../errors.ts'
import type { Probe } from '../../measure/probes/probe.ts'
import { type ProbeScore, scoreProbes } from '../../measure/probes/probes.ts'
import { formatCount } from './format-number.ts'
import { terminalLine } from './text-table.ts'

const form = 'a list of { "question": "…", "keywords": ["…"], "critical": true }'

export async function readProbes(file: string): Promise<readonly Probe[]> {
  const refuse = (why: string, cause?: unknown): FoveaError =>
    errorAtFile('file-unreadable', file, `${file} holds no probes: ${why}; write ${form}.`, cause)
  let given: unknown
  try {
    given = JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    throw refuse(cause instanceof Error ? cause.message : String(cause), cause)
  }
  if (!Array.isArray(given) || given.length === 0) throw refuse('it is no list, or an empty one')
  return given.map((probe: unknown, index): Probe => {
    const { question, keywords, critical = false } = (probe ?? {}) as Partial<Probe>
    const isList = Array.isArray(keywords) && keywords.length > 0
    if (typeof question !== 'string' || !isList || typeof critical !== 'boolean')
      throw refuse(`entry ${index + 1} has no question or no keywords`)
    if (!keywords.every(word => typeof word === 'string' && word.trim() !== ''))
      throw refuse(`entry ${index + 1} has a keyword that is no text`)
    return { type: 'own', question, keywords, critical, message: 0 }
  })
}

/** `view` and `session` are JSON values. Texts of the session that the view lacks are in the store. */
export function probeView(probes: readonly Probe[], view: unknown, session: unknown): ProbeScore {
  return scoreProbes(probes, {
    text: [...textsIn(view)].join('\n'),
    originals: [[...textsIn(session)].join('\n')],
  })
}

export function describeProbes(score: ProbeScore): string {
  const { probes, visible, critical, criticalVisible, passed, results } = score
  const verdict = passed ? 'passed' : 'NOT passed'
  return [
    `probes: ${visible} of ${formatCount(probes, 'question')} answered by the view, ${criticalVisible} of ${critical} critical: ${verdict}\n`,
    ...results
      .filter(({ fate }) => fate !== 'visible')
      .map(
        ({ fate, question, keywords }) =>
          `  ${fate === 'reachable' ? 'only in the originals' : 'not in the session'}: ${terminalLine(question, 80)} (${terminalLine(keywords.join(', '), 80)})\n`,
      ),
  ].join('')
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) yield* textsIn(part)
}
