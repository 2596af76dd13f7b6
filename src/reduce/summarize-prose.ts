/** The most informative sentences of prose, verbatim, in reading order. */
import { entities } from '../scan/entities.ts'
import type { Entity } from '../scan/entity.ts'
import { ellipsisCut } from '../scan/grapheme-cut.ts'
import { findSecrets, maskedSecrets } from '../scan/secrets/secrets.ts'
import { type ScoredSentence, scoredSentences } from './scored-sentences.ts'

const separator = ' ... '

/** How long the summary of a text of this length may be, in characters. */
export function proseBudget(length: number): number {
  return Math.max(200, Math.min(Math.round(length * 0.3), 600))
}

/** At most `budget` characters. `found` are the entities of the text, for callers who know them already. */
export function summarizeProse(
  text: string,
  budget: number,
  found: readonly Entity[] = entities(text),
): string {
  const all = scoredSentences(text, budget, found)
  const withSecret = sentencesWithSecrets(text, all)
  // Sentences with a secret come first: only they say what the secret is for.
  const ranked = [
    ...withSecret,
    ...inOrderOfChoice(all.filter(sentence => sentence.score >= 0 && !withSecret.has(sentence))),
  ]
  const chosen = pack(text, ranked, budget)
  if (chosen.length > 0) return chosen.map(({ start, end }) => text.slice(start, end)).join(separator)
  const best = ranked.toSorted(byWorth)[0] ?? all[0]
  return ellipsisCut(best === undefined ? text.trim() : text.slice(best.start, best.end), budget)
}

/** Both lists are in reading order, so that each is read once. */
function sentencesWithSecrets(
  text: string,
  sentences: readonly ScoredSentence[],
): ReadonlySet<ScoredSentence> {
  const secrets = [...findSecrets(text), ...maskedSecrets(text)].sort((one, two) => one.start - two.start)
  const found = new Set<ScoredSentence>()
  let next = 0
  for (const sentence of sentences) {
    while ((secrets[next]?.end ?? text.length) <= sentence.start) next += 1
    if ((secrets[next]?.start ?? text.length) < sentence.end) found.add(sentence)
  }
  return found
}

/** Characters added to the length of each sentence, so that very short ones do not win by their length alone. */
const costOfOne = 60

/** The score per character: a long sentence takes the room of several short ones. */
const worthOf = ({ score, start, end }: ScoredSentence): number => score / (end - start + costOfOne)

const byWorth = (one: ScoredSentence, two: ScoredSentence): number =>
  worthOf(two) - worthOf(one) || one.start - two.start

/** The best sentence of each paragraph, then the others, each by score per length. */
function inOrderOfChoice(sentences: readonly ScoredSentence[]): readonly ScoredSentence[] {
  const paragraphs = new Set<number>()
  const primary: ScoredSentence[] = []
  const secondary: ScoredSentence[] = []
  for (const sentence of sentences.toSorted(byWorth)) {
    if (paragraphs.has(sentence.paragraph)) secondary.push(sentence)
    else primary.push(sentence)
    paragraphs.add(sentence.paragraph)
  }
  return [...primary, ...secondary]
}

/** Takes each sentence if it fits and was not taken before; in reading order. */
function pack(text: string, ranked: readonly ScoredSentence[], budget: number): readonly ScoredSentence[] {
  const chosen: ScoredSentence[] = []
  const said = new Set<string>()
  let room = budget + separator.length
  for (const sentence of ranked) {
    const cost = sentence.end - sentence.start + separator.length
    if (cost > room) continue
    const words = text.slice(sentence.start, sentence.end)
    if (said.has(words)) continue
    room -= cost
    said.add(words)
    chosen.push(sentence)
  }
  return chosen.sort((one, two) => one.start - two.start)
}
