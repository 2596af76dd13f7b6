/** Asks the classifier, if there is one, about the texts that the rules leave open. */
import { type ClassifyRequest, classifyAll } from '../../models/classify-all.ts'
import type { Classification } from '../../models/model.ts'
import { type ClassificationOutcome, classificationNotes } from '../../models/outcome-notes.ts'
import { maskSecrets } from '../../scan/secrets/secrets.ts'
import type { Note, Target } from '../../types.ts'
import { textAt } from '../../view/conversation.ts'
import type { ViewOutcome } from '../../view/view-outcome.ts'
import { largestFitting } from '../blocks/largest-fitting.ts'
import type { ChosenView, ModelTurn } from '../strategy.ts'
import type { RulesPlan } from './rules-plan.ts'

/**
 * Asks once about each text that the chosen view leaves open. Under a budget, texts that are preserved take the room of others,
 * which become open then. These are asked about too, until no open text is left unasked.
 */
export async function classifyByModel({
  conversation: { messages, blocks },
  chooserFor,
  settings,
}: ModelTurn): Promise<ChosenView> {
  const { model } = settings
  const { classifier, classifierMode: mode, preserveTerms } = model
  const chooser = chooserFor(settings)
  const { choose } = chooser
  if (classifier === undefined) return { chosen: choose(), chooser }
  const measured = new Map(blocks.map(block => [`${block.message} ${block.block}`, block]))
  const asked = new Set<string>()
  const answers = new Map<string, Classification>()
  const outcomes: ClassificationOutcome[] = []
  let callsBefore = 0
  const questionsOf = (inDoubt: readonly Target[]): readonly ClassifyRequest[] =>
    inDoubt.flatMap(target => {
      const { hash: key = '', role } = measured.get(`${target.message} ${target.block}`) ?? {}
      if (role === undefined || asked.has(key)) return []
      asked.add(key)
      return [{ key, text: textAt(messages, target), role, preserveTerms }]
    })
  for (;;) {
    const outcome = choose({ mode, answers })
    const plan: RulesPlan | undefined = outcome.plan
    const questions = questionsOf(plan?.inDoubt ?? [])
    if (questions.length === 0) {
      const { view, notes } = withinBudget(outcome, answers, some => choose({ mode, answers: some }))
      const said = [...view.notes, ...classificationNotes(outcomes), ...notes]
      return { chosen: { ...view, notes: said }, chooser }
    }
    const limits = { ...model, callsBefore, hide: maskSecrets }
    const replies = await classifyAll(questions, { ...limits, classifier })
    for (const [hash, classification] of replies.results) answers.set(hash, classification)
    for (const reply of replies.outcomes) outcomes.push(reply)
    callsBefore += replies.calls
  }
}

/** The budget has priority over answers: the texts preserved with the least confidence are given up. */
function withinBudget(
  view: ViewOutcome,
  answers: ReadonlyMap<string, Classification>,
  chooseBy: (answers: ReadonlyMap<string, Classification>) => ViewOutcome,
): { readonly view: ViewOutcome; readonly notes: readonly Note[] } {
  const wishes = [...answers]
    .filter(([, { decision }]) => decision === 'preserve')
    .sort(([, one], [, two]) => (two.confidence ?? 1) - (one.confidence ?? 1))
  if (view.budget?.met !== false || wishes.length === 0) return { view, notes: [] }
  const granting = (count: number): { view: ViewOutcome; count: number } => {
    const refused = new Set(wishes.slice(count).map(([hash]) => hash))
    return { view: chooseBy(new Map([...answers].filter(([hash]) => !refused.has(hash)))), count }
  }
  const maxGranted = largestFitting(1, wishes.length - 1, count => {
    const granted = granting(count)
    return granted.view.budget?.met ? granted : undefined
  })
  const granted = maxGranted ?? granting(0)
  const message = `${granted.count} of ${wishes.length} texts that the classifier would preserve had room in the budget.`
  return { view: granted.view, notes: [{ code: 'classification-over-budget', message }] }
}
