/** Sentences with rules for the reader: what must be, what must not be, and what is wanted instead. */
import { hasOneOf } from '../has-one-of.ts'
import { phraseFinder } from './phrase-finder.ts'
import { speaksOfConstraint } from './weighty-signals.ts'

/** Words that bind in an instruction and mean little elsewhere. */
const demandsIn = phraseFinder({
  demand: [
    "only / instead of / rather than / avoid / should not / shouldn't / you can't / you cannot / we can't / we cannot / no longer / without / stick to / keep to",
    'nur / statt / anstatt / vermeide / soll nicht / sollte nicht / ohne',
    '只 / 而不是 / 避免 / 不应 / 不應',
    'だけ / 代わりに / 避けて',
    'только / вместо / избегай / не надо / без',
    'sólo / solo usa / usa solo / en lugar de / en vez de / evita / evitar / sin usar',
    'seulement / uniquement / au lieu de / plutôt que / évite / éviter / sans',
  ],
})

/** Code, paths and addresses, `logs-only`, `always-on`: a word in the name of a thing is no demand. */
const named =
  /`[^`\n]{1,400}`|\S{0,400}[/\\]\S{1,400}|\b\w[\w-]{0,80}\.[a-z]{2,5}\b|\b\w{1,40}-(?:only|always|never)\b|\b(?:always|never|only|must)-\w{1,40}/gi

/** How people say what they think and how things are, with words that otherwise bind. */
const describing = new RegExp(
  [
    String.raw`\b(?:i|we|you|they|it) (\w{1,20} ){0,2}?(?:don['\u2019]?t|do not|doesn['\u2019]?t|didn['\u2019]?t|cannot|can['\u2019]?t|can not) (?!want|need|wish|like|allow|accept)[a-z]`,
    String.raw`\b(?:there['\u2019]s|there (?:is|are)|this is|that is|it['\u2019]s|it is) only\b`,
    String.raw`\bonly (?:works|worked|displays|shows|affects|happens|returns|reloads|matches|contains|strips|exists)(?!\w)`,
    String.raw`\bno longer (?:[a-z]{2,20}s|[a-z]{2,20}ed|exist)(?!\w)`,
    String.raw`\balways appreciated\b`,
    // how it absorbs changes without conflicts; whether it must wait
    String.raw`\b(?:how|whether|why) (?!to\b)(\w{1,20} ){1,3}[^.;:,\n]{1,300}`,
    // … keeping the slow path only for conflicts
    String.raw`\b[a-z]{2,20}ing (?:[\w/-]{1,40} ){1,5}only (?:for|in|on|when|where|if)(?!\w)`,
    // Can you make sure that we have one?
    String.raw`\b(?:can|could|would|will) you (please |also )?(?:ensure|make sure)(?!\w)`,
    // Add a page to ensure that all is covered.
    String.raw`\b(?<!\b(?:need|needs|have|has|want|wants) )(?:to|in) (?:ensure|make sure)(?!\w)`,
    String.raw`\b(?:i|we|they|it|this|that) (\w{1,20} )?only (?!want|need|use|allow)[a-z]`,
    String.raw`\bnow requires\b`,
    // That should be easy.
    String.raw`\b(?:shouldn['\u2019]?t|should not|won['\u2019]?t|can['\u2019]?t) be (too |that |so |very )?(?:hard|difficult|bad|long|complicated|complex|a (?:big )?(?:problem|issue|deal))(?!\w)`,
    // … so we don't forget; given that we can't fail
    String.raw`\b(?:so|so that|given|given that|because|since) (?:i|we|you|they|it) (?:don['\u2019]?t|do not|never|cannot|can['\u2019]?t|won['\u2019]?t)(?!\w)`,
    String.raw`\b(?:i|we|you|they|it) (?:can|could|will|would) (?:ensure|make sure)(?!\w)`,
    // It crashed, that should never happen.
    String.raw`\b(?:crash|crashed|error|errors|exception|panic|failed|broke|hangs|hung)(?!\w)[^.\n]{0,80}\b(?:that|this|it|which) (?:should|must|can) (?:never|not) (ever )?(?:happen|occur)(?!\w)`,
    // I'd like to update the page to make sure it is clear.
    String.raw`\b(?:i['\u2019]d like|i would like|i want) to [^.;\n]{1,200} to (make sure|ensure)(?!\w)`,
    String.raw`\b(?:will|would|is|was|are|were|has|have|had|does|did) never\b`,
    String.raw`\bnever (actually |really )?(?!(?:n|f|s|exc|proc|emb)e?ed\b)[a-z]{1,20}(?:[^s]s|ed)(?!\w)`,
  ].join('|'),
  'gi',
)

/** `a_test.go:80: commit should not …`, `Error: 400 …`, `+ 16 - …`: pasted output of a program. */
const printed = /^(?:\S{1,200}:\d{1,7}(?::\d{1,5})?:? |(?:\w{0,40}Error|Exception|Warning): |[+-] ?\d{1,6} )/

/** Whether one sentence is a demand. A question is not, nor is a heading, a lead-in or a reviewer's suggestion. */
export function isDemand(sentence: string): boolean {
  if (
    /[?？:：]$|^#{1,6} |^\W{0,4}((?:also|and|so) )?can (?:we|you)(?! not\b)(?!.{0,400}\b(?:(?:don['’]?t|do not) want|never|must|make sure|ensure)(?!\w))|^\W{0,4}consider(?:ing)? /i.test(
      sentence,
    ) ||
    printed.test(sentence) ||
    !binds(sentence)
  )
    return false
  const rest = sentence.replace(named, ' ').replace(describing, ' ')
  if (rest !== sentence && !binds(rest)) return false
  return firmWord.test(rest) || !(hedges.test(sentence) || introducesQuote(sentence))
}

const firmWord = /\b(?:must|mustn['’]t|never|always)(?!\w)/i
/** `perhaps we don't need it`, `in theory there is only one`, `…, right` */
const hedges =
  /\b(?:perhaps|maybe|possibly|potentially|in theory|theoretically|in principle|i (?:thought|think|guess|suppose)|not sure)(?!\w)|\bright$/i
/** `fix this: cannot use err as a string`; `Without this, data will be lost.` */
const quotesBehind =
  /\b(?:fix|address|resolve|got|get|see|explain) this: |^\W{0,4}without\b.{1,400}, .{1,200}\bwill\b/i

function introducesQuote(sentence: string): boolean {
  return hasOneOf(sentence.toLowerCase(), ['this: ', 'without']) && quotesBehind.test(sentence)
}

function binds(sentence: string): boolean {
  return speaksOfConstraint(sentence) || (demandsIn(withoutAsides(sentence)).length > 0 && asks(sentence))
}

/** `(auto-merge, and ask only on conflict)`: an example or a reason. */
function withoutAsides(sentence: string): string {
  return sentence.includes('(') ? sentence.replace(/\([^()]{0,400}\)/g, ' ') : sentence
}

/** How descriptions begin: such a sentence asks for nothing, unless it says so. */
const describes =
  /^\W{0,6}(\d{1,3}[.)] )?(?:it|this|that|these|those|the|a|an|there|they|he|she|we|i|you|if|when|since|because|as|while|my|our|your|its|their|what|why|how|which|who|is|are|was|were|does|did|do|can|could|would|has|have|currently|right now)(?!\w)/i
const wants =
  /\b(?:i want|i['’]d (?:like|prefer|rather)|i prefer|we (?:should|want|need)|you (?:should|must|may|need)|let['’]?s|lets|please|should(?:n['’]t| not)?|(?:so|then|and|but|(?<!\b(?:we|i|you|they) )just) (please )?(?:remove|use|keep|drop|add|make|do|write|put|call|rename|change|stop|skip|leave|go|reuse))(?!\w)/i

/** `yeah let's do length only` is an answer, meaningless without its question. */
const agrees = /^\W{0,3}(?:yes|yeah|yep|ok|okay|sure|agreed)[,.! ]{1,3}(?:let['’]?s|do|go)(?!\w)/i

function asks(sentence: string): boolean {
  return (!describes.test(sentence) || wants.test(sentence)) && !agrees.test(sentence)
}
