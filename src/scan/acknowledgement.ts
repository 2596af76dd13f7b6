/** Short messages that ask for nothing. */
import { lazyPattern } from '../tokens/lazy-pattern.ts'

const assent = lazyPattern(
  "^(?:(?:hi|hello|y|yes|yep|yup|yeah|alright|agreed|sounds good|makes sense|let['’]?s (?:do|go)|ok|okay|k|sure|thanks|thank you|so much|very much|a lot|again|for (?:your|the|all your|all the) (?:help|assistance|time|support|information)|that['’]?s all( i needed)?(?: for now)?|have a (?:great|good|nice|wonderful) day|great|perfect|nice|cool|good|go|go on|go ahead|continue|proceed|carry on|keep going|please continue|resume|(?:all|i['’]?m) done|done|do it|lgtm|ja|genau|weiter|mach weiter|danke|passt|好|好的|是|是的|继续|繼續|谢谢|可以|はい|続けて|お願いします|да|ок|продолжай|спасибо|sí|si|vale|continúa|gracias|adelante|oui|d'accord|vas-y|merci|please|all|it|that|do|do that|go for it)(?![\\p{L}\\p{N}])[\\s.!。！,，]{0,4}){1,5}$",
  'iu',
)

const forProgram = /^(?:\/[\w-]{0,40}$|diff --git |\$ [^\n]{1,400}\n)/

/** `/mode` and `/clear` speak to the program, not to the agent; what it printed is shown, not said. */
export function isForProgram(said: string): boolean {
  return forProgram.test(said)
}

/** Five of the longest phrases, with what may be between them. */
const maxAssentLength = 200

/** Says yes, go on or thanks, and asks for nothing. */
export function isAssent(said: string): boolean {
  return said.length <= maxAssentLength && assent(said).test(said)
}

/** Asks the agent for nothing. */
export function isAcknowledgement(said: string): boolean {
  return isAssent(said) || isForProgram(said)
}
