/** Asks a model that sees only the view the same probes. */
import { holds } from '../../measure/probes/atoms.ts'
import type { Probe } from '../../measure/probes/probe.ts'
import { type ProbedView, type ProbeScore, summed } from '../../measure/probes/probes.ts'

/** Contract: may be slow, may throw; a throw counts as no answer. */
export type ProbeModel = (prompt: string) => string | Promise<string>

interface AskedProbes extends ProbeScore {
  /** The model's answer to each probe, in order; `undefined` if it failed. */
  readonly answers: readonly (string | undefined)[]
}

/** Asks one after the other. A probe whose answer has all its keywords is `visible`, any other `lost`. */
export async function askProbes(
  probes: readonly Probe[],
  view: ProbedView,
  model: ProbeModel,
): Promise<AskedProbes> {
  const answers: (string | undefined)[] = []
  for (const { question } of probes) answers.push(await answerOf(model, promptFor(question, view.text)))
  const results = probes.map((probe, index) => {
    const answer = answers[index]?.toLowerCase()
    const isAnswered = answer !== undefined && probe.keywords.every(word => holds(answer, word.toLowerCase()))
    return { ...probe, fate: isAnswered ? ('visible' as const) : ('lost' as const) }
  })
  return { ...summed(results), answers }
}

async function answerOf(model: ProbeModel, prompt: string): Promise<string | undefined> {
  try {
    return await model(prompt)
  } catch {
    return undefined
  }
}

function promptFor(question: string, view: string): string {
  return [
    'Below is what you know of a working session. Answer the question from it alone, in one or two sentences,',
    'with exact names of files, commands, identifiers and numbers. If it is not there, say that you do not know.',
    '',
    '<session>',
    view,
    '</session>',
    '',
    `Question: ${question}`,
  ].join('\n')
}
