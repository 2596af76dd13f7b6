/** Sentences that bind whoever reads them: what must be, what must not be, and what is wanted instead. */
import { phraseFinder } from './phrase-finder.ts'
import { weightySignalsIn } from './weighty-signals.ts'

/** Beside the signals that protect a message: words that bind in an instruction and mean little elsewhere. */
const demandsIn = phraseFinder({
  demand: [
    "only / instead of / rather than / avoid / should not / shouldn't / can't / cannot / no longer / without / stick to / keep to",
    'nur / statt / anstatt / vermeide / soll nicht / sollte nicht / ohne',
    '只 / 而不是 / 避免 / 不应 / 不應',
    'だけ / 代わりに / 避けて',
    'только / вместо / избегай / не надо / без',
    'sólo / solo usa / usa solo / en lugar de / en vez de / evita / evitar / sin usar',
    'seulement / uniquement / au lieu de / plutôt que / évite / éviter / sans',
  ],
})

/** How people say what they think and how things are, with words that otherwise bind. */
const describing =
  /\b(?:i|we|they) (?:don['’]?t|do not|didn['’]?t|cannot|can['’]?t|can not) (?:think|understand|know|see|remember|believe)\b|\b(?:there['’]s|there (?:is|are)|this is|that is|it['’]s|it is) only\b|\bonly (?:works|worked|displays|shows|affects|happens|returns|reloads|matches|contains)\b|\bno longer (?:[a-z]{2,20}s|[a-z]{2,20}ed|exist)\b|\balways appreciated\b|\bnow requires\b/gi

/** `a_test.go:80: commit should not …`, `Error: 400 …`, `+ 16 - …`: what a program printed, and somebody pasted. */
const printed = /^(?:\S{1,200}:\d{1,7}(?::\d{1,5})?:? |(?:\w{0,40}Error|Exception|Warning): |[+-] ?\d{1,6} )/

/** Of one sentence. A question demands nothing, nor does a heading. */
export function isDemand(sentence: string): boolean {
  if (/[?？]$|^#{1,6} /.test(sentence) || printed.test(sentence) || !binds(sentence)) return false
  const rest = sentence.replace(describing, ' ')
  return rest === sentence || binds(rest)
}

function binds(sentence: string): boolean {
  return weightySignalsIn(sentence).includes('constraint') || demandsIn(sentence).length > 0
}
