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

/** Of one sentence. A question demands nothing, nor does a heading. */
export function isDemand(sentence: string): boolean {
  if (/[?？]$|^#{1,6} /.test(sentence)) return false
  return weightySignalsIn(sentence).includes('constraint') || demandsIn(sentence).length > 0
}
