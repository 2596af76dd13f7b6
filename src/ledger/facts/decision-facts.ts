/** Decisions: whole sentences that choose, quoted exactly, with the reason where one follows. */
import { hasOneOf } from '../../scan/has-one-of.ts'
import { givesReason } from '../../scan/signals/session-signals.ts'
import { speaksOfDecision } from '../../scan/signals/weighty-signals.ts'
import { lazyPattern } from '../../tokens/lazy-pattern.ts'
import { remembered } from '../../tokens/remembered.ts'
import type { Role, Target } from '../../types.ts'
import type { FactCollector } from './fact-collector.ts'

export function addDecisions(
  collector: FactCollector,
  place: Target,
  sentences: readonly string[],
  by: Role,
): void {
  for (const [index, about] of sentences.entries()) {
    if (!decides(about, by) || !isWhole(about)) continue
    const why = givesReason(about) ? undefined : reasonNear(sentences, index)
    collector.add(place, {
      section: 'decisions',
      kind: 'said',
      about,
      by,
      ...(why === undefined ? {} : { text: why }),
    })
  }
}

/** Whether a text of an agent is worth being read for decisions. */
export const mayDecide: (text: string) => boolean = remembered(
  // The cheapest look first.
  text => (chosenFor.test(text) && choice.test(text)) || against.test(text) || speaksOfDecision(text),
  { name: 'may decide' },
)

const questionEnd = /[?？]\W{0,3}$/
/** `### Approved`, `**Decision**`, `Here's what I decided:`, a row of a table: a title or a lead-in is no decision. */
const titleStart = /^#{1,6} |^\|/
const leadsIn = /[:：]["'*_)]{0,3}$/
/** `- Decision: [what was chosen]` */
const placeholder = /: \[[^\]]{1,80}\]$/
const onlyBold = /^\W{0,4}\*\*[^*]{1,200}\*\*\W{0,4}$/
/** What it refers to is elsewhere: `I'll use that path.`, `Let's do it this way.` */
const pointsElsewhere =
  /\b(?:use|keep|do|take|go with|went with|follow|try|make) (?:that|this|it|them|these|those|the same)( (?:path|way|one|approach|route|option|here|there|now|instead))?[.!;,]?(?:$| (?:so|and|for now|then|here)(?!\w))/i

/** Fewer have no object: `Let's go back.` Scripts without spaces have one word. */
const minWords = 4
const spacedScript = lazyPattern(String.raw`^[\p{sc=Latin}\p{sc=Cyrillic}\p{P}\p{S}\p{N}\s]{1,400}$`, 'u')

function isWhole(sentence: string): boolean {
  return (
    !questionEnd.test(sentence) &&
    !titleStart.test(sentence) &&
    !leadsIn.test(sentence) &&
    !onlyBold.test(sentence) &&
    !placeholder.test(sentence) &&
    (sentence.split(' ', minWords).length === minWords || !spacedScript().test(sentence)) &&
    !pointsElsewhere.test(sentence)
  )
}

/** Steps of the work, not choices: `I'll use the Read tool to look at it.`, `I'll keep monitoring.` */
const stepPhrase =
  /^\W{0,4}((?:now|so|then|first|next|and),? ){0,2}(?:i['’]ll|i will|i['’]m going to|i am going to|we['’]ll) (now |also |first |next |quickly ){0,2}(?:confirm|check|look|inspect|verify|read|run|search|review|start|continue|wait|ask|report|examine|explore|monitor)(?!\w)|\b(?:tool|command|skill|subagent|agent)s? (?:to|for)(?!\w)|^(now |so |then |first,? |next,? ){0,2}let me\b|\b(?:i['’]ll|i will|let['’]s|i['’]m going to) use (the |a |an |that |this |your )?(?:[^ ]{1,40} ){0,4}(?:skill|tool|command|mode|workflow|instructions|script|output|path)(?!\w)|\bkeep (?:monitoring|watching|waiting|looking|going|polling|checking|an eye|you posted)(?!\w)|\buse \S{1,40} to (?:see|look|find|check|read|search|list|inspect|open|view)(?!\w)/i

/** A choice that says what for, or what else was on the table; what an agent prefers, others decide. */
const choice =
  /\b(?:i['’]ll|i will|we['’]ll|we will|i['’]m going to|i am going to|we should|let['’]s|i) (?:keep|leave|stick|avoid|switch|drop|skip|treat|add|put|make|use|go with|store|move|replace|keep|extract|build|write|kept|left|used|chose|made|put|switched|dropped|skipped|replaced|reuse|reused) /i
const chosenFor =
  /\b(?:because|so that|to avoid|instead of|rather than|in favou?r of|as opposed to|in place of)(?!\w)|\bsince (?:it|the|we|this|that|there|you)(?!\w)|\bover (?:the|a|an) \w+([ -]\w+){0,3} (?:approach|option|one|version|solution)(?!\w)/i
/** What was turned down. */
const against = /\b(?:ruled out|decided against|opted against|i rejected|we rejected|not going with)\b/i

/** Words that name a decision in any form; a mere reference does not count: `The decision logic is complex.` */
const noun =
  /(?<!^\W{0,6})\b(?:decisions?|chosen|approved|agreed)\b(?! (?:is|was|to|made|on|upon|that)\b|:)|\b(?:already|been|was|were|be|is|are|who|what|how|which|whether|when|before i|before we) decided?\b|\bdecision is (?:available|visible|recorded|stored)\b|\bthe plan is\b|\.\w{1,4} with\b/gi
const intends =
  /\b(?:i['’]ll|i will|we['’]ll|we will|let['’]?s|lets) use\b|\b(?:go|going) with\b(?! (?:the flow|it)\b)/gi

/** `Let's use SQLite.`, `yes, drop it`: what a user lets be done is a request as well. */
const agreement =
  /^(?:(?:yes|yeah|yep|ok|okay|sure|right|good|agreed|no|nope|actually|hmm)[,.! ]{1,3}){0,2}(?:let['’]?s (just |simply |only |not |completely |rather ){0,2}(?:use|keep|go|stick|drop|leave|skip|make|have|do|put|call|name|remove|avoid|store|limit|default|support|treat|only)(?!\w)|(i['’]d |i would )?(?:go with|go for|prefer|stick with|stick to|keep|drop|forget about|leave) )/i

/** In small letters: one of these is in each agreement. */
const agreementParts = [
  ..."let's /let’s /lets ".split('/'),
  ...'go with /go for /prefer /stick with /stick to /keep /drop /forget about /leave '.split('/'),
]

function agrees(sentence: string): boolean {
  return hasOneOf(sentence.toLowerCase(), agreementParts) && agreement.test(sentence)
}

function decides(sentence: string, by: Role): boolean {
  const isChoice =
    by === 'user'
      ? agrees(sentence) || namesDecision(sentence, false)
      : against.test(sentence) ||
        (chosenFor.test(sentence) && choice.test(sentence) && !conditionalPhrase.test(sentence)) ||
        namesDecision(sentence, true)
  return isChoice && !stepPhrase.test(sentence)
}

const conditionalPhrase = /^\W{0,4}(?:if|when|once|unless)(?!\w)|\bi should have\b|[;,] (?:if|unless) /i

/** `isStrict`: what an agent says it will use is a step; it decides where it says so, or why. */
function namesDecision(sentence: string, isStrict: boolean): boolean {
  if (!speaksOfDecision(sentence)) return false
  const plain = sentence.replace(noun, ' ')
  const rest = isStrict ? plain.replace(intends, ' ') : plain
  return rest === sentence || speaksOfDecision(rest)
}

const reasonStart =
  /^\W{0,3}(?:because|since|this (?:avoids|keeps|lets|way|means|makes|allows|ensures|prevents|is (?:simpler|safer|cleaner|better|needed|necessary|faster|because))|(?:it|that) (?:avoids|keeps|lets|means|makes|allows|ensures|prevents)|otherwise|the (?:main )?reason|reason:|rationale:|why:|that way|weil|damit|sonst|因为|因為|这样|потому|porque|parce)/i

function reasonNear(sentences: readonly string[], index: number): string | undefined {
  const next = sentences[index + 1]
  return next !== undefined && reasonStart.test(next) && isWhole(next) ? next : undefined
}
